import { expect, test } from 'vitest';
import { collectionImporters } from './collection-importer';

const url = 'https://h.example/x';

async function configOf(collection: object) {
  const text = JSON.stringify(collection);
  const importer = collectionImporters.find(({ accepts }) => accepts(text));
  const { config, warnings } = await importer!.read(text);
  return [config.followRedirects, config.maxRedirects, warnings];
}

const postman = (own: object | undefined, folder: object = {}) => ({
  info: { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'f',
      protocolProfileBehavior: folder,
      item: [{ name: 'r', protocolProfileBehavior: own, request: { method: 'GET', url } }],
    },
  ],
});

test.each([
  ['says nothing', undefined, {}, [undefined, undefined, []]],
  ['is off', { followRedirects: false }, {}, [false, undefined, []]],
  ['is off in the folder', undefined, { followRedirects: false, maxRedirects: 2 }, [false, undefined, []]],
  ['is on again', { followRedirects: true }, { followRedirects: false }, [undefined, undefined, []]],
  ['has a number', { maxRedirects: 3 }, {}, [undefined, 3, []]],
  [
    'has more than the block takes',
    { maxRedirects: 10 },
    {},
    [undefined, undefined, ['The block follows 5 redirects at most, not 10.']],
  ],
])('of Postman: following %s', async (_what, own, folder, expected) => {
  expect(await configOf(postman(own, folder))).toEqual(expected);
});

test.each([
  ['off', false],
  ['on', undefined],
  ['global', undefined],
])('of Insomnia: %s', async (setting, expected) => {
  const request = { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'r', method: 'GET', url };
  const [follow] = await configOf({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'w' },
      { ...request, settingFollowRedirects: setting },
    ],
  });
  expect(follow).toBe(expected);
});
