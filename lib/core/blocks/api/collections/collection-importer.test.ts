import { describe, expect, test } from 'vitest';
import { costOfAsync } from '../../../../platform/testing/cost-of';
import { ImportError } from '../../import-export';
import { apiDefinition } from '../definition';
import { collectionImporters } from './collection-importer';
import { INSOMNIA_4, INSOMNIA_5 } from './testing/insomnia-exports';
import { HAR, HOPPSCOTCH } from './testing/other-collections';
import { POSTMAN, POSTMAN_2_0 } from './testing/postman-collection';

const importerOf = (text: string) => collectionImporters.find(({ accepts }) => accepts(text));
const read = (text: string, choice?: string) =>
  importerOf(text)!.read(text, choice === undefined ? {} : { choice });

test.each([
  ['postman', POSTMAN],
  ['postman', POSTMAN_2_0],
  ['insomnia', INSOMNIA_4],
  ['insomnia', INSOMNIA_5],
  ['hoppscotch', HOPPSCOTCH],
  ['har', HAR],
])('%s: exactly one importer of the block takes it', (id, { text }) => {
  expect(apiDefinition.importers?.filter(({ accepts }) => accepts(text)).map((one) => one.id)).toEqual([id]);
});

test('what can be chosen is grouped by folder, in the order of the collection', async () => {
  const choices = await importerOf(POSTMAN.text)?.choices?.(POSTMAN.text);
  expect(choices?.slice(0, 3)).toEqual([
    { id: '0.0', label: 'GET {{BASE_URL}}/orders', description: 'List orders', group: 'Orders' },
    {
      id: '0.1.0',
      label: 'POST {{BASE_URL}}/orders/:orderId/refunds',
      description: 'Refund an order',
      group: 'Orders / Refunds',
    },
    { id: '1', label: 'POST {{BASE_URL}}/sign-in', description: 'Sign in' },
  ]);
});

test('variables get names of the workspace, with their values in the collection', async () => {
  const { variables, name } = await read(POSTMAN.text, '0.0');
  expect(name).toBe('List orders');
  expect(variables).toEqual([
    { name: 'BASE_URL', value: 'https://shop.example.com' },
    { name: 'TOKEN', value: '' },
  ]);
});

test('credentials that are typed in are offered to be moved into variables', async () => {
  const secretsOf = async (text: string, choice: string) =>
    (await read(text, choice)).secrets.map(({ path, value }) => [path.join('.'), value]);
  expect(await secretsOf(POSTMAN.text, '0.1.0')).toEqual([['auth.password', 'pw-0123']]);
  expect(await secretsOf(POSTMAN.text, '3')).toEqual([['auth.apiKey', 'key-0123456789']]);
  expect(await secretsOf(POSTMAN.text, '0.0')).toEqual([]);
});

test('files, unknown authentication and other methods are said, and rows that are off stay off', async () => {
  const { config, warnings } = await read(POSTMAN.text, '2');
  expect(config.body).toMatchObject({
    rows: [{ key: 'title' }, { key: 'photo', enabled: false, filename: 'mill.png' }],
  });
  expect(warnings).toEqual([
    'The part “photo” sends a file: put a reference to one there and enable its row.',
  ]);
  const text = JSON.stringify({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
    item: [{ name: '?', request: { method: 'PROPFIND', url: 'x.test', auth: { type: 'digest' } } }],
  });
  expect((await read(text)).warnings).toEqual([
    'The block has no digest authentication: it was left out.',
    "The block can't send PROPFIND; it is set to GET.",
  ]);
});

test('HEAD and OPTIONS are taken as they are', async () => {
  for (const method of ['HEAD', 'options']) {
    const text = JSON.stringify({
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
      item: [{ name: '?', request: { method, url: 'https://x.test/a' } }],
    });
    const { config, warnings } = await read(text);
    expect([config.method, warnings]).toEqual([method.toUpperCase(), []]);
  }
});

test('scripts are left out, which is said where there are any', async () => {
  const script = (exec: string[]) => [{ listen: 'prerequest', script: { exec } }];
  const request = { request: { url: 'https://x.test' } };
  const text = JSON.stringify({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
    item: [
      { name: 'own', event: script(['pm.test()']), ...request },
      { name: 'empty', event: script(['']), ...request },
      { name: 'folder', event: script(['', 'x()']), item: [{ name: 'inside', ...request }] },
    ],
  });
  const left = [expect.stringMatching(/^Its scripts were left out/)];
  expect((await read(text, '0')).warnings).toEqual(left);
  expect((await read(text, '1')).warnings).toEqual([]);
  expect((await read(text, '2.0')).warnings).toEqual(left);
});

test('a form without rows is no body', async () => {
  const text = JSON.stringify({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
    item: [
      { request: { method: 'GET', url: 'https://x.test/orders', body: { mode: 'formdata', formdata: [] } } },
    ],
  });
  expect(await read(text)).toMatchObject({
    config: { method: 'GET', url: 'https://x.test/orders' },
    name: 'orders',
    warnings: [],
  });
});

test('what is no request, or too much, is said', async () => {
  const entry = (url: string) => ({ request: { method: 'GET', url, queryString: [], headers: [] } });
  const har = JSON.stringify({
    log: { entries: [entry('wss://a.test'), entry('https://a.test/x'), entry('')] },
  });
  expect(await importerOf(har)?.choices?.(har)).toHaveLength(1);
  expect(await importerOf(har)?.notes?.(har)).toEqual([
    '2 entries are left out, as they have no http address.',
  ]);
  expect(await importerOf(POSTMAN.text)?.notes?.(POSTMAN.text)).toEqual([]);

  const rows = Array.from({ length: 201 }, (_, at) => ({ name: `h${at}`, value: 'v' }));
  const long = JSON.stringify({
    log: { entries: [{ request: { ...entry('https://a.test').request, headers: rows } }] },
  });
  expect((await read(long)).warnings.join()).toContain('too many rows: 200 of a kind are taken.');

  const src = ['/home/me/a.png', '/home/me/b.png'];
  const body = { mode: 'formdata', formdata: [{ key: 'photos', type: 'file', src }] };
  const item = [{ name: 'Photos', request: { method: 'POST', url: 'https://a.test', body } }];
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const photos = await read(JSON.stringify({ info: { name: 'C', schema }, item }));
  expect(Object(photos.config.body).rows).toMatchObject([{ filename: 'a.png' }, { filename: 'b.png' }]);
});

describe('hostile texts', () => {
  const collection = (item: unknown) =>
    JSON.stringify({ info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' }, item });
  const request = { name: 'deep', request: { url: 'https://x.test' } };
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inner) => ({ name: 'f', item: [inner] }), request);

  test('folders in folders end at a depth', async () => {
    expect(await importerOf(collection([]))?.choices?.(collection([nested(40)]))).toHaveLength(1);
    await expect(read(collection([nested(60)]))).rejects.toThrow(ImportError);
  });

  test('a circle of Insomnia’s parents ends', async () => {
    const group = (id: string, parentId: string) => ({ _id: id, parentId, _type: 'request_group' });
    const text = JSON.stringify({
      __export_format: 4,
      resources: [group('a', 'b'), group('b', 'a'), { _id: 'a', parentId: 'a', _type: 'workspace' }],
    });
    await expect(read(text)).rejects.toThrow(ImportError);
  });

  test('names of prototypes are only names', async () => {
    const header = [{ key: '__proto__', value: '1' }];
    const text = collection([
      {
        name: 'constructor',
        request: JSON.parse('{"url": "https://x.test", "__proto__": {"method": "PUT"}}'),
      },
      { name: 'toString', request: { url: 'https://x.test', header, auth: { type: 'constructor' } } },
    ]);
    expect((await read(text, '0')).config.method).toBe('GET');
    expect((await read(text, '1')).config.headers).toEqual([{ ...header[0], enabled: true }]);
    expect(Object.prototype).not.toHaveProperty('method');
  });

  test.each([
    ['nothing in it', collection([])],
    ['members of other kinds', collection({ name: 1, request: [] })],
    ['no JSON', collection([]).slice(0, -2)],
    ['an address of another kind', collection([{ request: { url: 'ftp://x.test/a' } }])],
    ['a HAR without requests', '{"log": {"entries": [null, 7, {"request": {"url": 5}}]}}'],
    ['YAML of the wrong shape', 'type: collection.insomnia.rest/5.0\ncollection: {a: 1}\n'],
  ])('%s is refused in words', async (_, text) => {
    await expect(read(text)).rejects.toThrow(ImportError);
  });

  test('many requests and long texts take time in proportion', async () => {
    const many = collection(Array.from({ length: 20_000 }, () => request));
    expect(await importerOf(many)?.choices?.(many)).toHaveLength(5_000);
    const long = collection([{ request: { url: `https://x.test/${'{{'.repeat(100_000)}` } }]);
    const braces = collection([{ request: { url: `https://x.test/${'{{a '.repeat(50_000)}` } }]);
    const readBoth = async () => {
      for (const text of [long, braces]) await read(text);
    };
    expect(await costOfAsync(readBoth)).toBeLessThan(2_000);
  });
});
