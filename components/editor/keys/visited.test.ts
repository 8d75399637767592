import { expect, test } from 'vitest';
import { NOWHERE, noteTab, travel, type Visited, visit } from './visited';

const been = (...ids: string[]): Visited =>
  ids.reduce((visited, blockId) => visit(visited, { blockId, tab: null }), NOWHERE);
const all = { exists: () => true, isOpen: true };
const here = (visited: Visited | null) => (visited === null ? null : visited.visits[visited.at]?.blockId);

test('back leads to the block before, forward to where one came from', () => {
  const there = been('a', 'b', 'c');
  const back = travel(there, -1, all)!;
  expect(here(back)).toBe('b');
  expect(here(travel(back, -1, all))).toBe('a');
  expect(here(travel(back, 1, all))).toBe('c');
  expect(travel(there, 1, all)).toBeNull();
  expect(travel(been('a'), -1, all)).toBeNull();
  expect(travel(NOWHERE, -1, all)).toBeNull();
});

test('another block that is opened ends what lay ahead; the same one again is no step', () => {
  const back = travel(been('a', 'b', 'c'), -1, all)!;
  const aside = visit(back, { blockId: 'd', tab: null });
  expect(aside.visits.map(({ blockId }) => blockId)).toEqual(['a', 'b', 'd']);
  expect(visit(aside, { blockId: 'd', tab: 'Headers' })).toEqual(aside);
});

test('blocks that are gone are passed over', () => {
  const gone = { exists: (id: string) => id !== 'b', isOpen: true };
  expect(here(travel(been('a', 'b', 'c'), -1, gone))).toBe('a');
});

test('while no form is open, back leads to the last one, as it was left', () => {
  const left = noteTab(been('a', 'b'), 'Headers');
  const back = travel(left, -1, { ...all, isOpen: false })!;
  expect(back.visits[back.at]).toEqual({ blockId: 'b', tab: 'Headers' });
});
