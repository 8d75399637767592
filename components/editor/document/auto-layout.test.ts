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

test('blocks that handle errors stand below all that runs without one, in a row of their own', () => {
  const document = lineDocument();
  const { b, c } = document.blocks;
  const to = (id: string, source: string, sourceHandle: string, target: string) =>
    document.edges.push({ id, source, sourceHandle, target, targetHandle: 'in' });
  // They were above, and nearer to the block that fails.
  document.blocks.h = { ...b!, id: 'h', name: 'tell', position: { x: 0, y: -900 } };
  document.blocks.h2 = { ...c!, id: 'h2', name: 'tell more', position: { x: 0, y: -800 } };
  document.blocks.d = { ...b!, id: 'd', name: 'beside', position: { x: 0, y: 900 } };
  document.blocks.both = { ...c!, id: 'both', name: 'both', position: { x: 0, y: 0 } };
  to('e3', 'b', 'error', 'h');
  to('e4', 'h', 'out', 'h2');
  to('e5', 'a', 'out', 'd');
  to('e6', 'd', 'out', 'both');
  to('e7', 'h', 'out', 'both');
  const { blocks } = layOut(document, new Map([['d', 200]]));
  const bottom = Math.max(
    blocks.a!.position.y,
    blocks.b!.position.y,
    blocks.c!.position.y,
    blocks.d!.position.y + 104,
  );
  expect(blocks.h!.position.y).toBeGreaterThanOrEqual(bottom + 96);
  expect(blocks.h2!.position.y).toBe(blocks.h!.position.y);
  // A block that both lead to is none of an error alone.
  expect(blocks.both!.position.y).toBeLessThan(blocks.h!.position.y);
  expect(new Set(['b', 'h'].map((id) => blocks[id]!.position.x)).size).toBe(2);
});

test('the work on lanes ends, however many handlers handle errors of handlers', () => {
  const document = lineDocument();
  const ids = Array.from({ length: 12 }, (_, at) => `h${at}`);
  for (const [at, id] of ids.entries()) {
    document.blocks[id] = { ...document.blocks.b!, id, name: id };
    const source = ids[at - 1] ?? 'b';
    document.edges.push({ id: `x${at}`, source, sourceHandle: 'error', target: id, targetHandle: 'in' });
  }
  const { blocks } = layOut(document);
  const rows = ids.map((id) => blocks[id]!.position.y);
  expect([...rows].sort((a, b) => a - b)).toEqual(rows);
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
