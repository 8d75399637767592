import { expect, test } from 'vitest';
import type { BlockPin } from '@/lib/services/pins/schema';
import type { ShownPin } from '../store/shown-pin';
import { pinsAfterRead, seenPins } from './others-pins';

const pin = (blockId: string, n: number, updatedBy: string | null = 'Ada', second = n): BlockPin => ({
  blockId,
  output: { n },
  source: 'typed',
  updatedBy,
  updatedAt: `2026-11-26T10:00:0${second}.000Z`,
});
const byBlock = (...pins: ShownPin[]) => Object.fromEntries(pins.map((each) => [each.blockId, each]));

/** The pins after a read without local changes, or with those since `before`. */
const readAgain = (shown: ShownPin[], pins: BlockPin[], before = shown) =>
  pinsAfterRead(byBlock(...shown), { seen: seenPins({ pins: byBlock(...before), removedPins: {} }), pins });

test('a pin that somebody replaced or removed is told, a new one and the same one are not', () => {
  const read = [pin('a', 2, 'Bob'), pin('b', 1, 'Bob'), pin('d', 1, 'Bob')];
  expect(readAgain([pin('a', 1), pin('b', 1), pin('c', 1)], read)).toEqual({
    pins: byBlock(...read),
    changes: [
      { blockId: 'a', by: 'Bob', what: 'replaced' },
      { blockId: 'c', by: null, what: 'removed' },
    ],
  });
});

test('what was read before one’s own pin was stored says nothing, and hides nothing', () => {
  const shown = [pin('a', 2), pin('b', 2)];
  expect(readAgain(shown, [pin('a', 1)], [pin('a', 1)])).toEqual({ pins: byBlock(...shown), changes: [] });
});

test('what was read before one’s own unpinning was stored doesn’t bring the pin back', () => {
  expect(readAgain([], [pin('a', 1), pin('b', 2)], [pin('a', 1)])).toEqual({
    pins: byBlock(pin('b', 2)),
    changes: [],
  });
});

test('a pin that is on its way to the server stays, and nothing is said of it', () => {
  const shown = [{ ...pin('a', 2, null), isSaving: true as const }];
  for (const read of [[pin('a', 1)], []])
    expect(readAgain(shown, read)).toEqual({ pins: byBlock(...shown), changes: [] });
});
