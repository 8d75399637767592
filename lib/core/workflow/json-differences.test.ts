import { describe, expect, it } from 'vitest';
import { parseExact } from '../../platform/text/exact-number';
import { jsonDifferences } from './json-differences';

describe('what differs between two values', () => {
  it('is named by its path, the innermost values before and after', () => {
    const before = { a: 1, list: [{ x: 1 }, { x: 2 }], 'odd key': true, same: { y: null } };
    const after = { a: 1, list: [{ x: 1 }, { x: 3 }, 4], same: { y: null }, more: 'new' };
    expect(jsonDifferences(before, after)).toEqual({
      isComplete: true,
      found: [
        { path: 'list[1].x', before: 2, after: 3 },
        { path: 'list[2]', before: undefined, after: 4 },
        { path: "['odd key']", before: true, after: undefined },
        { path: 'more', before: undefined, after: 'new' },
      ],
    });
  });

  it('tells numbers apart that a double can not hold', () => {
    const [a, b] = [parseExact('{"n": 9007199254740993}'), parseExact('{"n": 9007199254740995}')];
    expect(jsonDifferences(a, b).found.map(({ path }) => path)).toEqual(['n']);
    expect(jsonDifferences(a, parseExact('{"n": 9007199254740993}')).found).toEqual([]);
  });

  it('does not take inherited members for values', () => {
    expect(jsonDifferences({}, { toString: 1 }).found).toEqual([
      { path: 'toString', before: undefined, after: 1 },
    ]);
  });

  it('ends at so many differences, or values, and says so', () => {
    const many = Array.from({ length: 500_000 }, (_, index) => index);
    expect(jsonDifferences(many, [...many].reverse(), { most: 3 })).toMatchObject({
      found: { length: 3 },
      isComplete: false,
    });
    expect(jsonDifferences({ many: many.map((n) => [n]) }, { many: many.map((n) => [n]) })).toEqual({
      found: [],
      isComplete: false,
    });
  });

  it('goes no deeper than JSON may nest', () => {
    const nested = (value: unknown) => Array.from({ length: 5_000 }).reduce((inner) => [inner], value);
    expect(jsonDifferences(nested(1), nested(2)).found).toHaveLength(1);
  });
});
