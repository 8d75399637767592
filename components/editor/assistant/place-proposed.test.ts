import { expect, test } from 'vitest';
import { applyChange } from '@/lib/core/assistant/apply-change';
import { ProposedChange } from '@/lib/core/assistant/change';
import { WorkflowDocument } from '@/lib/core/workflow/schema';
import { COLUMN_PX } from '../document/block-size';
import { placeProposed } from './place-proposed';

const at = (id: string, type: string, x: number, rest: object = {}) => ({
  [id]: { id, type, name: id, position: { x, y: 0 }, ...rest },
});
const LINE = WorkflowDocument.parse({
  blocks: { ...at('s', 'start', 0), ...at('a', 'api', COLUMN_PX), ...at('r', 'response', 2 * COLUMN_PX) },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'r' },
  ],
});
const placesAfter = (before: WorkflowDocument, change: object) => {
  const { blocks } = placeProposed(before, applyChange(before, ProposedChange.parse(change)));
  return Object.fromEntries(Object.values(blocks).map(({ id, position }) => [id, position]));
};
const block = (id: string, type = 'function', rest: object = {}) => ({ id, type, name: id, ...rest });

test('blocks put into a line push what follows to the right', () => {
  const places = placesAfter(LINE, {
    blocks: [block('y'), block('x')],
    edges: [
      { source: 'a', target: 'x' },
      { source: 'x', target: 'y' },
      { source: 'y', target: 'r' },
    ],
    removedEdges: [{ source: 'a', target: 'r' }],
  });
  expect(places).toEqual({
    s: { x: 0, y: 0 },
    a: { x: COLUMN_PX, y: 0 },
    x: { x: 2 * COLUMN_PX, y: 0 },
    y: { x: 3 * COLUMN_PX, y: 0 },
    r: { x: 4 * COLUMN_PX, y: 0 },
  });
});

test('no two blocks lie on each other, in containers either', () => {
  const places = placesAfter(LINE, {
    blocks: [
      block('l', 'loop'),
      block('in1', 'api', { parentId: 'l' }),
      block('in2', 'api', { parentId: 'l' }),
      block('alone'),
      block('also'),
    ],
    edges: [
      { source: 'a', target: 'l' },
      { source: 'in1', target: 'in2' },
      { source: 'a', target: 'also' },
    ],
  });
  expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(8);
  expect(places.in2!.x).toBeGreaterThan(places.in1!.x);
  expect(places.r).toEqual({ x: 2 * COLUMN_PX, y: 0 });
});

test('a workflow that only has its start is laid out as a whole', () => {
  const start = { ...LINE, blocks: { s: LINE.blocks.s! }, edges: [] };
  const places = placesAfter(start, {
    blocks: [block('a'), block('b')],
    edges: [
      { source: 's', target: 'a' },
      { source: 'a', target: 'b' },
    ],
  });
  expect([places.s, places.a, places.b].map((place) => place?.x)).toEqual([0, COLUMN_PX, 2 * COLUMN_PX]);
});
