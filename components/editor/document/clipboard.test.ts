import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '@/lib/core/workflow/migrate-document';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { copyBlocks, parseClip, pasteBlocks } from './clipboard';
import { lineDocument } from './line-document.fixture';

test('a copy goes through text and keeps inner connections only', () => {
  const clip = parseClip(JSON.stringify(copyBlocks(lineDocument(), new Set(['b', 'c']))));
  expect(clip?.blocks.map((block) => block.id)).toEqual(['b', 'c']);
  expect(clip?.edges.map((edge) => edge.id)).toEqual(['e2']);
});

test('pasted references follow the copies, others stay', () => {
  const clip = copyBlocks(lineDocument(), new Set(['b', 'c']));
  const { document, ids } = pasteBlocks(lineDocument(), clip);
  const [request, answer] = ids.map((id) => document.blocks[id]!);
  expect(request?.name).toBe('fetch user2');
  expect(request?.config.url).toBe('https://example.com/users/<start.id>');
  expect(answer?.config.body).toBe('{"user": <fetchuser2.data.name>}');
  expect(document.edges).toHaveLength(3);
  expect(document.edges[2]).toMatchObject({ source: ids[0], target: ids[1] });
});

test('into another workflow names and references stay', () => {
  const clip = copyBlocks(lineDocument(), new Set(['b', 'c']));
  const { document, ids } = pasteBlocks(
    { blocks: {}, edges: [], schemaVersion: 1, loops: {}, parallels: {} },
    clip,
    { point: { x: 5, y: 7 } },
  );
  expect(document.blocks[ids[1]!]).toMatchObject({
    name: 'answer',
    config: { body: '{"user": <FetchUser.data.name>}' },
    position: { x: 333, y: 7 },
  });
});

test('what may be there once only is left out, with words', () => {
  const clip = copyBlocks(lineDocument(), new Set(['a', 'b']));
  const { document, ids, refused } = pasteBlocks(lineDocument(), clip);
  expect(ids).toHaveLength(1);
  expect(refused[0]).toMatch(/one Start block/);
  expect(document.edges).toHaveLength(2);
});

test('blocks say which version copied them; older ones are taken, newer ones refused in words', () => {
  const { schemaVersion, ...older } = copyBlocks(lineDocument(), new Set(['b']));
  expect(schemaVersion).toBe(SCHEMA_VERSION);
  expect(parseClip(JSON.stringify(older))).toEqual({ schemaVersion, ...older });
  const newer = parseClip(JSON.stringify({ ...older, schemaVersion: SCHEMA_VERSION + 1 }))!;
  const { ids, refused } = pasteBlocks(lineDocument(), newer);
  expect(ids).toEqual([]);
  expect(refused).toEqual([expect.stringContaining('Update Millrace')]);
});

test('a whole document can be pasted, other text can’t', () => {
  expect(parseClip(JSON.stringify(lineDocument()))?.blocks).toHaveLength(3);
  expect(parseClip('{"some": "json"}')).toBeNull();
  expect(parseClip('{ not json')).toBeNull();
  expect(parseClip('curl https://example.com')).toBeNull();
});

test('many blocks are pasted beside blocks of the same names in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const { blocks, ...rest } = lineDocument();
    const names = Array.from({ length: size }, (_, at) => `call${at}`);
    const all = names.map((name) => [name, { ...blocks.b!, id: name, name }]);
    const document = { ...rest, edges: [], blocks: Object.fromEntries(all) };
    const clip = copyBlocks(document, new Set(names));
    return () => pasteBlocks(document, clip);
  }, 120);
});
