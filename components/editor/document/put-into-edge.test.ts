import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import { NODE_WIDTH_PX } from './block-size';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { goesInto, isUnconnected, putIntoEdge } from './put-into-edge';

const withLone = (document = lineDocument()) => {
  const { b } = document.blocks;
  const position = { x: 0, y: 400 };
  document.blocks.x = { ...(b ?? document.blocks.first!), id: 'x', name: 'extra', position, config: {} };
  delete document.blocks.x.parentId;
  return document;
};
const ends = ({ edges }: ReturnType<typeof lineDocument>) =>
  edges.map(({ source, target }) => `${source} ${target}`).sort();

test('a lone block that is put into a connection stands between its ends', () => {
  const document = withLone();
  const after = putIntoEdge(document, 'x', 'e1', { x: 200, y: 20 })!;
  expect(ends(after)).toEqual(['a x', 'b c', 'x b']);
  const { a, x, b, c } = after.blocks;
  expect(x!.position.x).toBeGreaterThanOrEqual(a!.position.x + NODE_WIDTH_PX);
  expect(x!.position.y).toBe(20);
  expect(b!.position.x).toBeGreaterThanOrEqual(x!.position.x + NODE_WIDTH_PX);
  expect(c!.position.x - b!.position.x).toBe(document.blocks.c!.position.x - document.blocks.b!.position.x);
  expect(checkWorkflow(after).filter(({ severity }) => severity === 'error')).toEqual(
    checkWorkflow(document).filter(({ severity, code }) => severity === 'error' && code !== 'UNREACHABLE'),
  );
});

test('where there is room, nothing else moves', () => {
  const document = withLone();
  document.blocks.b!.position = { x: 1_200, y: 0 };
  document.blocks.c!.position = { x: 1_600, y: 0 };
  const after = putIntoEdge(document, 'x', 'e1', { x: 600, y: 0 })!;
  expect(after.blocks.x!.position).toEqual({ x: 600, y: 0 });
  expect(after.blocks.b).toBe(document.blocks.b);
});

test('blocks that are connected, begin runs or have no output of their own go into none', () => {
  const document = withLone();
  expect(isUnconnected(document, 'x')).toBe(true);
  expect(isUnconnected(document, 'b')).toBe(false);
  document.blocks.hook = { ...document.blocks.a!, id: 'hook', type: 'webhook-trigger', name: 'hook' };
  document.blocks.n = { ...document.blocks.x!, id: 'n', type: 'note', name: 'note' };
  for (const id of ['hook', 'n', 'gone']) expect(putIntoEdge(document, id, 'e1', { x: 0, y: 0 })).toBeNull();
  expect(putIntoEdge(document, 'x', 'gone', { x: 0, y: 0 })).toBeNull();
});

test('a container goes into connections around it, and not into its own', () => {
  const document = withLone(loopDocument());
  const edges = document.edges.filter(({ id }) => id === 'e3');
  edges.push({ id: 'e9', source: 'start', sourceHandle: 'out', target: 'after', targetHandle: 'in' });
  const lone = { ...document, edges };
  expect(goesInto(lone, 'each', 'e3')).toBe(false);
  expect(goesInto(lone, 'each', 'e9')).toBe(true);
  expect(goesInto(lone, 'x', 'e3')).toBe(true);
  expect(goesInto(lone, 'first', 'e9')).toBe(false);
  expect(goesInto(lone, 'each', 'gone')).toBe(false);
});

test('in a container, the block goes into that container', () => {
  const document = withLone(loopDocument());
  const edge = document.edges.find(({ source }) => document.blocks[source]?.parentId !== undefined)!;
  const { parentId } = document.blocks[edge.source]!;
  const after = putIntoEdge(document, 'x', edge.id, { x: 500, y: 200 })!;
  expect(after.blocks.x!.parentId).toBe(parentId);
  expect(after.edges.filter(({ source, target }) => source === 'x' || target === 'x')).toHaveLength(2);
});
