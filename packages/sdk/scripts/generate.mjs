import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

/**
 * `node scripts/generate.mjs [URL] [FILE]` writes the types of everything that a server has under `/api/v1`,
 * from its own OpenAPI document. `request<…>` takes them.
 */
const [url = 'http://localhost:3000', file = 'millrace-api.ts'] = process.argv.slice(2);

const response = await fetch(new URL('/api/v1/openapi.json', url));
if (!response.ok) throw new Error(`${url} answered ${response.status}: is it a Millrace server?`);
writeFileSync(file, astToString(await openapiTS(await response.json())));
console.log(`Types of ${url}: ${file}`);
