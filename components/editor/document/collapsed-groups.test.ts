import { expect, test } from 'vitest';
import { crossingEdges, hiddenByGroups } from './collapsed-groups';
import { detoursOf } from './edge-detours';
import { toEdges, toNodes } from './flow-elements';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';

const grouped = (document: ReturnType<typeof lineDocument>, ...blockIds: string[]) => ({
  ...document,
  groups: [{ id: 'g', title: 'Group', colour: 'blue' as const, blockIds }],
});
const COLLAPSED = new Set(['g']);
const shown = (items: ReadonlyArray<{ id: string; hidden?: boolean }>) =>
  items.filter(({ hidden }) => !hidden).map(({ id }) => id);

test('a collapsed group shows none of its blocks, nor what lies in them', () => {
  const document = grouped(loopDocument(), 'each', 'after');
  expect(shown(toNodes(document, [], COLLAPSED))).toEqual(['start']);
  expect([...hiddenByGroups(document, COLLAPSED).keys()].sort()).toEqual([
    'after',
    'call',
    'each',
    'first',
    'inner',
  ]);
  expect(shown(toNodes(document, [], new Set()))).toHaveLength(6);
});

test('connections within it are not shown; those that lead out of it end at it', () => {
  const document = grouped(lineDocument(), 'b', 'c');
  expect(shown(toEdges(document, [], undefined, COLLAPSED))).toEqual([]);
  expect(crossingEdges(document, COLLAPSED)).toMatchObject([
    { id: 'e1', source: 'a', fromGroup: undefined, toGroup: 'g' },
  ]);
  expect(crossingEdges(document, new Set())).toEqual([]);
});

test('a group that is no more hides nothing', () => {
  const document = grouped(lineDocument(), 'b', 'c');
  const before = toEdges(document, [], undefined, COLLAPSED);
  const { groups: _, ...without } = document;
  expect(shown(toNodes(without, toNodes(document, [], COLLAPSED), COLLAPSED))).toEqual(['a', 'b', 'c']);
  expect(shown(toEdges(without, before, document, COLLAPSED))).toEqual(['e1', 'e2']);
});

test('no line goes around blocks that are not shown', () => {
  const document = grouped(lineDocument(), 'b');
  document.edges.push({ id: 'past', source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' });
  expect(detoursOf(document, new Set()).has('past')).toBe(true);
  expect(detoursOf(document, COLLAPSED).has('past')).toBe(false);
});
