import { expect, test } from 'vitest';
import { COLUMN_PX, ROW_PX } from './block-size';
import { definitionOf } from './definition-of';
import { frameSizes, placeOnCanvas } from './frames';
import { besideBeginnings, insertBlock, placeAtPoint, whyNotBlockType } from './insert-block';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';

const api = definitionOf('api')!;

test('a block into a connection stands between its ends and pushes what follows aside', () => {
  const { document, blockId } = insertBlock(lineDocument(), api, { kind: 'edge', edgeId: 'e2' });
  const pairs = document.edges.map((edge) => [edge.source, edge.target]);
  expect(pairs).toContainEqual(['b', blockId]);
  expect(pairs).toContainEqual([blockId, 'c']);
  expect(pairs).not.toContainEqual(['b', 'c']);
  expect(document.blocks[blockId]?.position.x).toBe(328 + COLUMN_PX);
  expect(document.blocks.c!.position.x).toBe(328 + 2 * COLUMN_PX);
});

test('a block behind an output is connected to it', () => {
  const { document, blockId } = insertBlock(lineDocument(), api, {
    kind: 'output',
    blockId: 'b',
    handle: 'error',
  });
  expect(document.edges.at(-1)).toMatchObject({ source: 'b', sourceHandle: 'error', target: blockId });
});

test('a block never lies on another', () => {
  const { document, blockId } = insertBlock(lineDocument(), api, { kind: 'point', point: { x: 10, y: 5 } });
  expect(document.blocks[blockId]!.position.y).toBeGreaterThan(90);
});

test('what can’t lie in a container goes below the one that it was dropped on, not elsewhere', () => {
  const document = loopDocument();
  const point = { x: 500, y: 500 };
  const place = placeAtPoint(document, point);
  expect(place.parentId).toBe('each');
  const bottom = placeOnCanvas(document, 'each').y + frameSizes(document).get('each')!.height;
  for (const type of ['note', 'webhook-trigger']) {
    const inserted = insertBlock(document, definitionOf(type)!, place);
    const block = inserted.document.blocks[inserted.blockId]!;
    expect(block.parentId).toBeUndefined();
    expect(block.position.x).toBe(point.x);
    expect(block.position.y).toBeGreaterThanOrEqual(bottom);
  }
});

test('names are unique by what references call them', () => {
  const one = insertBlock(lineDocument(), api, { kind: 'point', point: { x: 0, y: 400 } });
  const two = insertBlock(one.document, api, { kind: 'point', point: { x: 0, y: 600 } });
  expect(one.document.blocks[one.blockId]?.name).toBe('api');
  expect(two.document.blocks[two.blockId]?.name).toBe('api2');
});

test('a second start is refused with words', () => {
  expect(whyNotBlockType(lineDocument(), definitionOf('start')!)).toMatch(/has it already/);
  expect(whyNotBlockType(lineDocument(), api)).toBeNull();
});

test('a trigger that nobody pointed a place out for stands under the others', () => {
  const document = lineDocument();
  const trigger = definitionOf('webhook-trigger')!;
  const free = { kind: 'point', point: { x: 900, y: 900 }, isFree: true } as const;
  const under = { kind: 'point', point: { x: 0, y: ROW_PX } };
  expect(besideBeginnings(document, trigger, free)).toEqual(under);
  expect(besideBeginnings(document, api, free)).toBe(free);
  const pointed = { kind: 'point', point: free.point } as const;
  expect(besideBeginnings(document, trigger, pointed)).toBe(pointed);
  expect(besideBeginnings({ ...document, blocks: {} }, trigger, free)).toBe(free);
});
