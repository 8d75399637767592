import { expect, test } from 'vitest';
import { ExactNumber } from '../../platform/text/exact-number';
import { sameJson } from './same-json';

test('numbers that a double can’t hold are compared by their digits', () => {
  const row = (digits: string) => ({ rows: [{ id: new ExactNumber(digits) }] });
  expect(sameJson(row('9007199254740993'), row('9007199254740993'))).toBe(true);
  expect(sameJson(row('9007199254740993'), row('9007199254740995'))).toBe(false);
  expect(sameJson({ id: new ExactNumber('1e400') }, { id: {} })).toBe(false);
});

test('the order of members and members that are undefined don’t count', () => {
  expect(sameJson({ a: 1, b: [1, { c: null }], d: undefined }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
  expect(sameJson({ a: null }, {})).toBe(false);
});
