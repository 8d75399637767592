import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { layOut } from './auto-layout';
import { COLUMN_PX } from './block-size';
import { lineDocument } from './line-document.fixture';

test('blocks stand in columns by the longest way to them', () => {
  const document = lineDocument();
  document.edges.push({ id: 'e3', source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' });
  const { blocks } = layOut(document);
  expect(['a', 'b', 'c'].map((id) => blocks[id]!.position.x)).toEqual([0, COLUMN_PX, 2 * COLUMN_PX]);
});

test('parallel branches are uncrossed', () => {
  const document = lineDocument();
  const { b, c } = document.blocks;
  document.blocks.b2 = { ...b!, id: 'b2', name: 'other', position: { x: 0, y: -500 } };
  document.blocks.c2 = { ...c!, id: 'c2', name: 'other answer', position: { x: 0, y: 500 } };
  document.edges.push(
    { id: 'e3', source: 'a', sourceHandle: 'out', target: 'b2', targetHandle: 'in' },
    { id: 'e4', source: 'b2', sourceHandle: 'out', target: 'c2', targetHandle: 'in' },
  );
  const { blocks } = layOut(document);
  const isAbove = (one: string, other: string) => blocks[one]!.position.y < blocks[other]!.position.y;
  expect(isAbove('b2', 'b')).toBe(isAbove('c2', 'c'));
});

test('tall blocks do not overlap', () => {
  const document = lineDocument();
  document.edges = [];
  const { blocks } = layOut(document, new Map([['a', 300]]));
  const sorted = Object.values(blocks).sort((x, y) => x.position.y - y.position.y);
  expect(sorted).toHaveLength(3);
  for (const [index, block] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next) expect(next.position.y - block.position.y).toBeGreaterThan(block.id === 'a' ? 300 : 96);
  }
});

test('a circle still gets a place for every block', () => {
  const document = lineDocument();
  document.edges.push({ id: 'e3', source: 'c', sourceHandle: 'out', target: 'b', targetHandle: 'in' });
  expect(Object.keys(layOut(document).blocks)).toHaveLength(3);
});

test('a single line stays straight, however tall its blocks', () => {
  const { blocks } = layOut(lineDocument(), new Map([['b', 140]]));
  expect(Object.values(blocks).map((block) => block.position.y)).toEqual([0, 0, 0]);
});

test('a note stays beside the block that it was nearest to', () => {
  const document = lineDocument();
  document.blocks.c = { ...document.blocks.c!, position: { x: 2_000, y: 700 } };
  document.blocks.n = { ...document.blocks.c!, id: 'n', type: 'note', position: { x: 2_000, y: 560 } };
  const { blocks } = layOut(document);
  expect(blocks.c!.position).toEqual({ x: 2 * COLUMN_PX, y: 0 });
  expect(blocks.n!.position).toEqual({ x: 2 * COLUMN_PX, y: -140 });
});

/** Returns a workflow of `count` blocks, each connected to the next two. */
function chain(count: number): WorkflowDocument {
  const { blocks, edges, ...rest } = lineDocument();
  const ids = Array.from({ length: count }, (_, at) => `b${at}`);
  const edge = (at: number, by: number) => ({
    ...edges[0]!,
    id: `e${at}-${by}`,
    source: ids[at]!,
    target: ids[at + by]!,
  });
  return {
    ...rest,
    blocks: Object.fromEntries(
      ids.map((id) => [id, { ...(id === 'b0' ? blocks.a! : blocks.b!), id, name: id }]),
    ),
    edges: ids.flatMap((_, at) => [1, 2].flatMap((by) => (at + by < count ? [edge(at, by)] : []))),
  };
}

/** Returns a workflow of as many loops, with a block in each. */
function largeLoops(count: number): WorkflowDocument {
  const { b } = lineDocument().blocks;
  const blocks: WorkflowDocument['blocks'] = {};
  for (let at = 0; at < count; at += 1) {
    const [id, inside] = [`loop${at}`, `inside${at}`];
    const size = { width: 900, height: 700 };
    blocks[id] = { ...b!, id, name: id, type: 'loop', config: {}, size };
    blocks[inside] = { ...b!, id: inside, name: inside, parentId: id };
  }
  return { ...lineDocument(), blocks, edges: [] };
}

/** Returns a workflow of as many blocks, with a note beside each. */
function notes(count: number): WorkflowDocument {
  const { blocks, ...rest } = chain(count);
  const beside = Object.values(blocks).map((block) => {
    return [`n-${block.id}`, { ...block, id: `n-${block.id}`, name: `n-${block.id}`, type: 'note' }];
  });
  return { ...rest, blocks: { ...blocks, ...Object.fromEntries(beside) } };
}

test('frames that were made larger fit their members again', () => {
  const { blocks } = layOut(largeLoops(3));
  expect(Object.values(blocks).filter((block) => block.size !== undefined)).toEqual([]);
});

test.each([
  ['a row', chain],
  ['frames that were made larger', largeLoops],
  ['notes', notes],
])('the work grows with the workflow: %s', async (_, make) => {
  await expectSteadyGrowth((size) => {
    const document = make(size);
    return () => layOut({ ...document, blocks: { ...document.blocks } });
  }, 125);
});
