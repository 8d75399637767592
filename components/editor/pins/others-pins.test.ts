import { expect, test } from 'vitest';
import type { BlockPin } from '@/lib/services/pins/schema';
import { changesByOthers } from './others-pins';

const pin = (blockId: string, n: number, updatedBy: string | null = 'Ada', second = n): BlockPin => ({
  ...{ blockId, output: { n }, source: 'typed', updatedBy },
  updatedAt: `2026-11-26T10:00:0${second}.000Z`,
});
const shown = (...pins: BlockPin[]) => Object.fromEntries(pins.map((each) => [each.blockId, each]));

test('a pin that somebody replaced or removed is told, a new one and the same one are not', () => {
  const before = shown(pin('a', 1), pin('b', 1), pin('c', 1));
  expect(changesByOthers(before, [pin('a', 2, 'Bob'), pin('b', 1, 'Bob'), pin('d', 1, 'Bob')])).toEqual([
    { blockId: 'a', by: 'Bob', what: 'replaced' },
    { blockId: 'c', by: null, what: 'removed' },
  ]);
});

test('what was read before one’s own pin was stored says nothing', () => {
  expect(changesByOthers(shown(pin('a', 2)), [pin('a', 1)])).toEqual([]);
});

test('of a pin that is on its way to the server nothing is said', () => {
  expect(changesByOthers(shown(pin('a', 2, null)), [pin('a', 1)])).toEqual([]);
  expect(changesByOthers(shown(pin('a', 2, null)), [])).toEqual([]);
});
