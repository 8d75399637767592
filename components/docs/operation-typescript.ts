import { pagingCode } from '@/components/ui/paging-code';
import { resolveSchema, type Schemas } from './json-schema';
import { jsonExampleOf, jsonSchemaOf, type PlacedOperation } from './openapi-document';
import { operationTarget } from './operation-curl';

/** Returns the same call as code that runs in Node 20 and newer without dependencies. */
export function operationTypescript(operation: PlacedOperation, origin: string, schemas: Schemas): string {
  const body = jsonExampleOf(operation.requestBody?.content);
  const secured = operation.security?.length !== 0;
  const headers = [
    ...(secured ? ["    'x-api-key': process.env.MILLRACE_API_KEY ?? '',"] : []),
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ];
  const options = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
  ];
  if (operation.method === 'GET' && isPaged(operation, schemas))
    return pagingCode(
      `'${operationTarget(operation, origin)}'`,
      headers.map((line) => line.trim()),
    );
  const call = `fetch('${operationTarget(operation, origin)}'`;
  return [
    ...(options.length === 0
      ? [`const response = await ${call});`]
      : [`const response = await ${call}, {`, ...options, '});']),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be copied
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    ...reading(operation),
  ].join('\n');
}

/** True if the response has a cursor for the next page. */
function isPaged({ responses }: PlacedOperation, schemas: Schemas): boolean {
  const schema = jsonSchemaOf(responses['200']?.content);
  return schema !== undefined && 'nextCursor' in (resolveSchema(schema, schemas).properties ?? {});
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

function reading({ responses }: PlacedOperation): string[] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  if (success?.content === undefined) return [];
  return 'application/json' in success.content
    ? ['const answer = await response.json();']
    : ['const bytes = new Uint8Array(await response.arrayBuffer());'];
}
