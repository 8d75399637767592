import { expect, test } from 'vitest';
import { startHttpServer } from '../../../../platform/outbound-http/testing/loopback-server';
import { findSecrets } from '../curl/find-secrets';
import { openApiImporter } from '../openapi/openapi-importer';
import { collectionImporters } from './collection-importer';

async function read(value: unknown, choice?: string) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const importer = collectionImporters.find(({ accepts }) => accepts(text))!;
  return importer.read(text, choice === undefined ? {} : { choice });
}

const url = (host: string) => `http://${host}.test`;

/** `baseUrl`, `base_url` and `BASE_URL`, each with its own value, and requests that use them. */
const WRITTEN = ['baseUrl', 'base_url', 'BASE_URL'];

const POSTMAN = {
  info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
  variable: WRITTEN.map((key) => ({ key, value: url(key.replace('_', '-')) })),
  item: WRITTEN.map((key) => ({
    name: key,
    request: { url: `{{${key}}}/x?a={{ other-name }}&b={{otherName}}` },
  })),
};
const INSOMNIA = {
  __export_format: 4,
  resources: [
    { _id: 'w', _type: 'workspace', name: 'W' },
    {
      _id: 'e',
      _type: 'environment',
      parentId: 'w',
      data: { base: { url: url('baseUrl') }, base_url: url('base-url'), BASE_URL: url('BASE-URL') },
    },
    ...['_.base.url', '_.base_url', 'BASE_URL'].map((key) => ({
      _type: 'request',
      parentId: 'w',
      name: key,
      url: `{{ ${key} }}/x?a={{ other-name }}&b={{ otherName }}`,
    })),
  ],
};
const HOPPSCOTCH = {
  v: 5,
  name: 'H',
  folders: [],
  variables: WRITTEN.map((key) => ({ key, currentValue: url(key.replace('_', '-')) })),
  requests: WRITTEN.map((key) => ({
    name: key,
    endpoint: `<<${key}>>/x?a=<<other-name>>&b=<<otherName>>`,
    method: 'GET',
  })),
};

test.each([
  ['Postman', POSTMAN, ['0', '1', '2']],
  ['Insomnia', INSOMNIA, ['0', '1', '2']],
  ['Hoppscotch', HOPPSCOTCH, ['r0', 'r1', 'r2']],
])('variables that %s tells apart stay apart, with their own values', async (_, collection, choices) => {
  const values: Record<string, string> = {};
  for (const [index, choice] of choices.entries()) {
    const { config, variables = [], warnings } = await read(collection, choice);
    const [base] = /^\{\{(\w+)\}\}/.exec(String(config.url)) ?? [];
    const name = base!.slice(2, -2);
    expect(name).toBe(index === 0 ? 'BASE_URL' : `BASE_URL_${index + 1}`);
    values[name] = variables.find((each) => each.name === name)!.value;
    expect(JSON.stringify(config)).toMatch(/OTHER_NAME\}\}.*OTHER_NAME_2\}\}/);
    expect(warnings.filter((warning) => warning.includes(`{{${name}}} here, because`))).toHaveLength(
      index === 0 ? 0 : 1,
    );
  }
  expect(Object.values(values).map((value) => value.toLowerCase())).toEqual([
    'http://baseurl.test',
    'http://base-url.test',
    'http://base-url.test',
  ]);
  expect(new Set(Object.values(values)).size).toBe(3);
});

test('one that has the name of a numbered one stays apart too', async () => {
  const item = [{ name: 'x', request: { url: '{{A_B_2}}/{{aB}}/{{a-b}}/{{a_b}}/{{aB}}' } }];
  expect((await read({ ...POSTMAN, variable: [], item })).config.url).toBe(
    '{{A_B_2}}/{{A_B}}/{{A_B_3}}/{{A_B_4}}/{{A_B}}',
  );
});

test('a request goes to the host that its own variable names', async () => {
  const [right, wrong] = [await startHttpServer((_, response) => response.end()), 'http://127.0.0.1:1'];
  const variable = [
    { key: 'baseUrl', value: right.origin },
    { key: 'base_url', value: wrong },
  ];
  const item = [{ name: 'x', request: { url: '{{baseUrl}}/mine' } }];
  const { config, variables = [] } = await read({ ...POSTMAN, variable, item });
  const sent = String(config.url).replace(
    /\{\{(\w+)\}\}/g,
    (_, name) => variables.find((each) => each.name === name)?.value ?? '',
  );
  expect((await fetch(sent)).status).toBe(200);
  await right.close();
});

test('a secret is moved to another variable than one that the request reads', () => {
  const [secret] = findSecrets({
    url: 'https://api.mill.test/{{MILL_TOKEN}}',
    auth: { kind: 'bearer', token: 'sk_live_1234567890' },
  });
  expect(secret?.suggestedName).toBe('MILL_TOKEN_2');
});

test('credentials of two schemes, and open parts of an address, are two variables', async () => {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets' },
    servers: [{ url: 'https://{host-name}.{host_name}.test/{host-name}' }],
    components: {
      securitySchemes: {
        app: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        person: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
    paths: {
      '/both': { get: { security: [{ app: [], person: [] }] } },
      '/person': { get: { security: [{ person: [] }] } },
    },
  });
  const { config } = await openApiImporter.read(document, { choice: 'GET /both' });
  expect(config).toMatchObject({
    url: 'https://{{host_name}}.{{host_name_2}}.test/{{host_name}}/both',
    headers: [{ key: 'X-Api-Key', value: '{{PETS_API_KEY}}' }],
    params: [{ key: 'api_key', value: '{{PETS_API_KEY_2}}' }],
  });
  const other = await openApiImporter.read(document, { choice: 'GET /person' });
  expect(other.config.params).toMatchObject([{ value: '{{PETS_API_KEY_2}}' }]);
});
