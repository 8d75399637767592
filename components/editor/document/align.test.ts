import { expect, test } from 'vitest';
import { Block, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { align, canAlign, canDistribute, distribute } from './align';
import { NODE_WIDTH_PX } from './block-size';
import { sizeOfBlock } from './frames';
import { lineDocument } from './line-document.fixture';

function scattered(): WorkflowDocument {
  const { blocks, ...rest } = lineDocument();
  const places = { a: { x: 0, y: 0 }, b: { x: 300, y: 40 }, c: { x: 900, y: 200 } };
  const moved = Object.entries(places).map(([id, position]) => [id, { ...blocks[id]!, position }] as const);
  return { ...rest, blocks: Object.fromEntries(moved) };
}
const ALL = new Set(['a', 'b', 'c']);
const xs = ({ blocks }: WorkflowDocument) => [...ALL].map((id) => blocks[id]!.position.x);
const ys = ({ blocks }: WorkflowDocument) => [...ALL].map((id) => blocks[id]!.position.y);

test('blocks are lined up by each edge and middle of the rectangle around them', () => {
  const document = scattered();
  expect(xs(align(document, ALL, 'left'))).toEqual([0, 0, 0]);
  expect(xs(align(document, ALL, 'right'))).toEqual([900, 900, 900]);
  expect(xs(align(document, ALL, 'centre'))).toEqual([450, 450, 450]);
  expect(ys(align(document, ALL, 'top'))).toEqual([0, 0, 0]);
  const heights = [...ALL].map((id) => sizeOfBlock(document, id).height);
  const bottom = 200 + heights[2]!;
  expect(ys(align(document, ALL, 'bottom'))).toEqual(heights.map((height) => bottom - height));
  expect(ys(align(document, ALL, 'middle'))).toEqual(
    heights.map((height) => Math.round((bottom - height) / 2)),
  );
  expect(ys(align(document, ALL, 'left'))).toEqual(ys(document));
});

test('the space between them becomes the same; the outer ones stay', () => {
  const document = scattered();
  expect(xs(distribute(document, ALL, 'horizontal'))).toEqual([0, 450, 900]);
  expect(NODE_WIDTH_PX).toBeLessThan(450);
  const two = new Set(['a', 'b']);
  expect(canDistribute(document, two)).toBe(false);
  expect(distribute(document, two, 'vertical')).toBe(document);
});

test('blocks of different containers have no common line', () => {
  const document = scattered();
  const inner = Block.parse({ ...document.blocks.c, id: 'in', name: 'in', parentId: 'each' });
  const each = Block.parse({ id: 'each', type: 'loop', name: 'each', position: { x: 0, y: 500 } });
  const nested = { ...document, blocks: { ...document.blocks, in: inner, each } };
  expect(canAlign(nested, new Set(['a', 'in']))).toBe(false);
  expect(canAlign(nested, new Set(['a', 'each', 'in']))).toBe(true);
});
