import { expect, test } from 'vitest';
import { readRange } from './byte-range';

const asked = (range: string | undefined, { ifRange = undefined as string | undefined, size = 10 } = {}) =>
  readRange((name) => (name === 'range' ? range : name === 'if-range' ? ifRange : undefined), size, '"tag"');

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['Bytes=2-5', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['bytes=2-99', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // A header that is not one valid range is ignored.
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
] as const)('%s of ten bytes', (range, expected) => {
  expect(asked(range)).toEqual(expected);
});

test('If-Range must be this very version, by its strong tag', () => {
  expect(asked('bytes=2-5', { ifRange: '"tag"' })).toEqual({ first: 2, last: 5 });
  for (const ifRange of ['W/"tag"', '"other"', 'Wed, 21 Oct 2026 07:28:00 GMT', ''])
    expect(asked('bytes=2-5', { ifRange })).toBe('whole');
});

test('of no bytes there is no range', () => {
  expect(asked('bytes=0-', { size: 0 })).toBe('unsatisfiable');
  expect(asked('bytes=-1', { size: 0 })).toBe('unsatisfiable');
});
