import { withoutComments } from '../../../lib/core/blocks/api/collections/json-comments';
import {
  parseHar,
  parseHoppscotch,
  parseInsomnia,
  parsePostman,
} from '../../../lib/core/blocks/api/collections/parse-collection';
import { requestToBlock } from '../../../lib/core/blocks/api/collections/request-to-block';
import { importCurls } from '../../../lib/core/blocks/api/curl/import-curl';
import { listOperations } from '../../../lib/core/blocks/api/openapi/list-operations';
import { operationToBlock } from '../../../lib/core/blocks/api/openapi/operation-to-block';
import { readDocument } from '../../../lib/core/blocks/api/openapi/read-document';
import type { Subject } from './subject';

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index));

/** Imports a text; one that is refused in words is measured up to there. */
const imported = (
  name: string,
  size: number,
  unit: string,
  textOf: (size: number) => string,
  read: (text: string) => unknown,
): Subject => ({
  kind: name.split(':')[0]!,
  name,
  unit,
  size,
  make: (count) => {
    const text = textOf(count);
    return async () => {
      try {
        return await read(text);
      } catch {
        return null;
      }
    };
  },
});

const CURL: Record<string, string> = {
  'cURL: options without a value': '-H ',
  'cURL: headers': "-H 'a: b' ",
  'cURL: data': "-d 'a=b' ",
  'cURL: data in JSON': "--json '{' ",
  'cURL: forms': "-F 'a=b' ",
  'cURL: addresses': 'http://a.test/?a=b ',
  'cURL: quotes that never end': "'",
  'cURL: double quotes': '"\\"',
  'cURL: dollars': '${a-',
  'cURL: substitutions': '$(',
  'cURL: backticks': '`',
  'cURL: heredocs': '<<a ',
  'cURL: commands': 'curl http://a.test | ',
  'cURL: assignments': 'A1=$A2; ',
  'cURL: carets': '^"',
  'cURL: cookies': "-b 'a=b' ",
  'cURL: unknown options': '--unknown-option ',
};

const insomnia = (resources: unknown[]): string => JSON.stringify({ _type: 'export', resources });
const row = (index: number) => ({ key: `k${index}`, name: `k${index}`, value: '{{a}}' });
const REQUEST = { method: 'GET', url: 'http://a.test/', endpoint: 'http://a.test/' };

const COLLECTIONS: readonly Subject[] = [
  imported(
    'Insomnia: requests of one folder',
    1_000,
    'requests',
    (size) =>
      insomnia(list(size, (index) => ({ _id: `r${index}`, parentId: '', _type: 'request', ...REQUEST }))),
    parseInsomnia,
  ),
  imported(
    'Insomnia: groups with one id',
    1,
    'groups',
    (size) =>
      insomnia([
        ...list(size, () => ({ _id: 'g', parentId: 'g', _type: 'request_group' })),
        { _id: 'g', parentId: '', _type: 'request_group' },
      ]),
    parseInsomnia,
  ),
  imported(
    'Insomnia: headers of a folder for its requests',
    500,
    'of both',
    (size) =>
      JSON.stringify({
        type: 'collection.insomnia.rest/5.0',
        collection: [{ name: 'f', headers: list(size, row), children: list(size, () => REQUEST) }],
      }),
    parseInsomnia,
  ),
  imported(
    'Insomnia: variables of nested folders',
    500,
    'of both',
    (size) =>
      JSON.stringify({
        type: 'collection.insomnia.rest/5.0',
        collection: [
          {
            name: 'f',
            environment: Object.fromEntries(list(size, (index) => [`v${index}`, 'x'])),
            children: list(size, () => ({ name: 'g', environment: { a: 1 }, children: [REQUEST] })),
          },
        ],
      }),
    parseInsomnia,
  ),
  imported(
    'Hoppscotch: headers of a folder for its requests',
    500,
    'of both',
    (size) => JSON.stringify({ name: 'c', headers: list(size, row), requests: list(size, () => REQUEST) }),
    parseHoppscotch,
  ),
  imported(
    'Hoppscotch: variables of a request',
    1_000,
    'variables',
    (size) =>
      JSON.stringify({
        name: 'c',
        requests: [
          {
            ...REQUEST,
            endpoint: `http://a.test/${list(size, (index) => `<<v${index}>>`).join('/')}`,
            requestVariables: list(size, (index) => ({ key: `v${index}`, value: 'x', active: true })),
          },
        ],
      }),
    parseHoppscotch,
  ),
  imported(
    'Postman: an authentication for its requests',
    500,
    'of both',
    (size) =>
      JSON.stringify({
        info: { name: 'c' },
        auth: { type: 'basic', basic: list(size, row) },
        item: list(size, () => ({ name: 'r', request: REQUEST })),
      }),
    parsePostman,
  ),
  imported(
    'Postman: variables in variables',
    2_000,
    'variables',
    (size) =>
      JSON.stringify({
        info: { name: 'c' },
        variable: list(size, (index) => ({ key: `v${index}`, value: `{{v${index + 1}}}{{v${index + 2}}}` })),
        item: [{ name: 'r', request: { ...REQUEST, url: 'http://{{v0}}/' } }],
      }),
    async (text) => {
      const collection = await parsePostman(text);
      return requestToBlock(collection.requests[0]!, collection);
    },
  ),
  imported(
    'HAR: entries',
    1_000,
    'entries',
    (size) =>
      JSON.stringify({
        log: { entries: list(size, () => ({ request: { ...REQUEST, headers: [row(1)] } })) },
      }),
    parseHar,
  ),
  imported(
    'Insomnia: JSON with comments and commas',
    100_000,
    'characters',
    (size) => '[1,/*'.repeat(size / 5),
    withoutComments,
  ),
];

const openapi = (paths: object, schemas: object = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'x' }, paths, components: { schemas } });
const everyOperation = async (text: string) => {
  const document = await readDocument(text);
  const operations = listOperations(document);
  return operationToBlock(document, operations[0]!.id);
};
const body = (schema: object) => ({
  '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } },
});

const OPENAPI: readonly Subject[] = [
  imported(
    'OpenAPI: operations',
    500,
    'paths',
    (size) =>
      openapi(Object.fromEntries(list(size, (index) => [`/p${index}/{id}`, { get: { responses: {} } }]))),
    everyOperation,
  ),
  imported(
    'OpenAPI: parts of a schema',
    500,
    'parts',
    (size) =>
      openapi(
        body({
          allOf: list(size, (index) => ({
            properties: { [`p${index}`]: { type: 'string' } },
            required: [`p${index}`],
          })),
        }),
      ),
    everyOperation,
  ),
  imported(
    'OpenAPI: properties',
    1_000,
    'properties',
    (size) =>
      openapi(
        body({ properties: Object.fromEntries(list(size, (index) => [`p${index}`, { type: 'string' }])) }),
      ),
    everyOperation,
  ),
  imported(
    'OpenAPI: parameters',
    1_000,
    'parameters',
    (size) =>
      openapi({
        '/a': {
          get: { parameters: list(size, (index) => ({ name: `p${index}`, in: 'query' })), responses: {} },
        },
      }),
    everyOperation,
  ),
];

export const IMPORTED: readonly Subject[] = [
  ...Object.entries(CURL).map(([name, piece]) =>
    imported(
      name,
      50_000,
      'characters',
      (size) => `curl http://a.test/ ${piece.repeat(size / piece.length)}`,
      importCurls,
    ),
  ),
  ...COLLECTIONS,
  ...OPENAPI,
];
