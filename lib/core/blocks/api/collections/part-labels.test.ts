import { expect, test } from 'vitest';
import { collectionImporters } from './collection-importer';

const POSTMAN_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const url = 'https://h.example/x';

const postman = (formdata: object[]) => ({
  info: { name: 'c', schema: POSTMAN_SCHEMA },
  item: [{ name: 'r', request: { method: 'POST', url, body: { mode: 'formdata', formdata } } }],
});
const insomnia = (params: object[]) => ({
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', name: 'w' },
    {
      _id: 'req_1',
      _type: 'request',
      parentId: 'wrk_1',
      name: 'r',
      method: 'POST',
      url,
      body: { mimeType: 'multipart/form-data', params },
    },
  ],
});
const hoppscotch = (body: object[]) => ({
  v: 2,
  name: 'c',
  folders: [],
  auth: { authType: 'none' },
  headers: [],
  requests: [
    {
      v: '3',
      name: 'r',
      method: 'POST',
      endpoint: url,
      params: [],
      headers: [],
      auth: { authType: 'none' },
      preRequestScript: '',
      testScript: '',
      body: { contentType: 'multipart/form-data', body },
    },
  ],
});
const har = (params: object[]) => ({
  log: {
    entries: [
      {
        request: {
          method: 'POST',
          url,
          headers: [],
          queryString: [],
          postData: { mimeType: 'multipart/form-data', params },
        },
      },
    ],
  },
});

test.each([
  ['Postman', postman([{ key: 'a', value: '{}', type: 'text', contentType: 'application/json' }])],
  ['Insomnia', insomnia([{ name: 'a', value: '{}', type: 'text', multiline: 'application/json' }])],
  [
    'Hoppscotch',
    hoppscotch([{ key: 'a', value: '{}', active: true, isFile: false, contentType: 'application/json' }]),
  ],
  ['a HAR', har([{ name: 'a', value: '{}', contentType: 'application/json' }])],
])('of %s the type of a part is kept', async (_tool, document) => {
  expect(await partsOf(document)).toEqual([
    { key: 'a', value: '{}', enabled: true, contentType: 'application/json' },
  ]);
});

test('of a file too, and its name where the tool has one', async () => {
  const file = { key: 'f', type: 'file', src: '/tmp/p.bin', contentType: 'image/png', fileName: 'me.png' };
  expect(await partsOf(postman([file]))).toMatchObject([
    { key: 'f', enabled: false, filename: 'me.png', contentType: 'image/png' },
  ]);
  const recorded = { name: 'f', fileName: 'p.png', contentType: 'image/png' };
  expect(await partsOf(har([recorded]))).toMatchObject([{ filename: 'p.png', contentType: 'image/png' }]);
});

test('without one there is none', async () => {
  expect(await partsOf(insomnia([{ name: 'a', value: '1', multiline: true }]))).toEqual([
    { key: 'a', value: '1', enabled: true },
  ]);
});

/** Returns the rows of the only request in a document. */
async function partsOf(document: object): Promise<unknown> {
  const text = JSON.stringify(document);
  const importer = collectionImporters.find(({ accepts }) => accepts(text));
  const result = await importer?.read(text, {});
  return Object(result?.config.body).rows;
}
