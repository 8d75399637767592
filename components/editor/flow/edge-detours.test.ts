import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { NODE_HEIGHT_PX } from '../document/block-size';
import { DETOURS_UP_TO_BLOCKS, DETOURS_UP_TO_EDGES, detoursOf } from '../document/edge-detours';
import { setConfigField } from '../document/edit-blocks';
import { sizeOfBlock } from '../document/frames';
import { lineDocument } from '../document/line-document.fixture';
import { detourPath } from './detour-path';

/** Returns Start, a block in the way, and one behind it that Start is connected to directly. */
function withOneBetween(): WorkflowDocument {
  const document = lineDocument();
  document.edges.push({ id: 'past', source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' });
  return document;
}

test('a connection that would run under a block passes above or below it', () => {
  const document = withOneBetween();
  const detours = detoursOf(document);
  expect([...detours.keys()]).toEqual(['past']);
  const lane = detours.get('past')!;
  const { y } = document.blocks.b!.position;
  const { height } = sizeOfBlock(document, 'b');
  expect(lane < y || lane > y + height).toBe(true);
});

test('a connection that leads back goes around its own blocks, between them and what is below', () => {
  const document = lineDocument();
  const [start, first, second] = ['a', 'b', 'c'].map((id) => document.blocks[id]!);
  document.blocks.c = { ...second!, position: { x: start!.position.x, y: 200 } };
  document.edges = [{ id: 'back', source: 'b', sourceHandle: 'out', target: 'c', targetHandle: 'in' }];
  const lane = detoursOf(document).get('back')!;
  expect(lane).toBeGreaterThan(first!.position.y + sizeOfBlock(document, 'b').height);
  expect(lane).toBeLessThan(200);
});

test('connections between neighbours, and to blocks aside, stay as they are', () => {
  expect(detoursOf(lineDocument()).size).toBe(0);
  const document = withOneBetween();
  document.blocks.b = { ...document.blocks.b!, position: { x: 328, y: 600 } };
  expect(detoursOf(document).size).toBe(0);
});

test('two that pass the same block don’t run over one another', () => {
  const document = withOneBetween();
  document.blocks.d = { ...document.blocks.c!, id: 'd', name: 'other', position: { x: 984, y: 0 } };
  document.edges.push({ id: 'also', source: 'a', sourceHandle: 'out', target: 'd', targetHandle: 'in' });
  const detours = detoursOf(document);
  expect([...detours.keys()].sort()).toEqual(['also', 'past']);
  expect(new Set(detours.values()).size).toBe(2);
});

test('a lane lies under no block at all', () => {
  const document = withOneBetween();
  for (const [at, y] of [-260, -130, 130, 260].entries())
    document.blocks[`x${at}`] = {
      ...document.blocks.b!,
      id: `x${at}`,
      name: `x${at}`,
      position: { x: 328, y },
    };
  const lane = detoursOf(document).get('past')!;
  for (const id of ['b', 'x0', 'x1', 'x2', 'x3']) {
    const { y } = document.blocks[id]!.position;
    expect(lane < y || lane > y + Math.min(NODE_HEIGHT_PX, sizeOfBlock(document, id).height)).toBe(true);
  }
});

test('a very large document has none: they would be looked for at each change', () => {
  const document = withOneBetween();
  for (let at = 0; at < DETOURS_UP_TO_BLOCKS; at += 1)
    document.blocks[`x${at}`] = { ...document.blocks.c!, id: `x${at}`, position: { x: 0, y: 9_000 } };
  expect(detoursOf(document).size).toBe(0);
});

test('nor has one with very many connections', () => {
  const document = withOneBetween();
  const [line] = document.edges;
  while (document.edges.length < DETOURS_UP_TO_EDGES)
    document.edges.push({ ...line!, id: `x${document.edges.length}` });
  expect(detoursOf({ ...document, edges: [...document.edges] }).has('past')).toBe(true);
  const over = { ...document, edges: [...document.edges, { ...line!, id: 'more' }] };
  expect(detoursOf(over).size).toBe(0);
});

test('the line goes to its lane and back with round corners; ends too close have none', () => {
  const ends = { sourceX: 0, sourceY: 0, targetX: 300, targetY: 40 };
  const [path, x, y] = detourPath(ends, 100)!;
  expect([x, y]).toEqual([150, 100]);
  expect(path).toBe(
    'M0 0L10 0Q20 0 20 10L20 90Q20 100 30 100L270 100Q280 100 280 90L280 50Q280 40 290 40L300 40',
  );
  expect(detourPath({ ...ends, targetX: 50 }, 100)).toBeNull();
  expect(detourPath({ ...ends, targetX: -200 }, 100)![0]).toBe(
    'M0 0L10 0Q20 0 20 10L20 90Q20 100 10 100L-210 100Q-220 100 -220 90L-220 50Q-220 40 -210 40L-200 40',
  );
  expect(detourPath({ ...ends, targetY: 100 }, 100)![0]).toContain('L300 100');
});

test('a key in a field looks for no lane anew; a block that is moved does', () => {
  const document = withOneBetween();
  const before = detoursOf(document);
  const typed = setConfigField(document, 'b', 'url', 'https://example.com/other');
  expect(detoursOf(typed)).toBe(before);
  const { b } = typed.blocks;
  const moved = { ...typed, blocks: { ...typed.blocks, b: { ...b!, position: { x: 328, y: 900 } } } };
  expect(detoursOf(moved).size).toBe(0);
  expect(detoursOf(typed).get('past')).toBe(before.get('past'));
});
