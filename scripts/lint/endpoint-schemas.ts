import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PAGES = ['components/*.ts', 'components/*.tsx', 'app/*.ts', 'app/*.tsx'];
const READING = /Endpoint\.(params|query|body|headers|response)\b/;

/** In the browser an endpoint has no schemas (scripts/lib/endpoints-for-browser.cjs), so no page may read one. */
export function lintEndpointSchemas(): string[] {
  const files = execFileSync('git', ['ls-files', ...PAGES], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [reading] = READING.exec(line) ?? [];
        return reading === undefined
          ? []
          : [`${file}:${index + 1}: “${reading}” is undefined in browsers: import the schema itself`];
      }),
  );
}
