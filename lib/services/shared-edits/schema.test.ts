import { expect, test } from 'vitest';
import { Place } from './schema';

const inField = (caret: unknown, name = 'url: URL') =>
  Place.safeParse({ field: { blockId: 'a', name, caret } }).success;

test('a caret lies in a text that a workflow can hold', () => {
  expect(inField({ anchor: 0, head: 3, length: 3 })).toBe(true);
  expect(inField(null)).toBe(true);
  // A window that was loaded before carets existed.
  expect(inField(undefined)).toBe(true);
  for (const caret of [
    { anchor: 4, head: 0, length: 3 },
    { anchor: -1, head: 0, length: 3 },
    { anchor: 0.5, head: 0, length: 3 },
    { anchor: 0, head: 0, length: 2 ** 30 },
    { anchor: 0, head: 0, length: 3, colour: 'red' },
    { head: 0, length: 3 },
  ])
    expect(inField(caret), JSON.stringify(caret)).toBe(false);
  expect(inField(null, 'x'.repeat(201))).toBe(false);
});
