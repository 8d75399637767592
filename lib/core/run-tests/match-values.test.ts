import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact } from '../../platform/text/exact-number';
import { matchValues } from './match-values';
import type { Allowance, ExpectationRule } from './rule';
import { rulesOf } from './rule-tree';
import { MatchBudget } from './value-difference';

const rule = (path: string, allow: Allowance, tolerance?: number): ExpectationRule => ({
  of: 'output',
  path,
  allow,
  ...(tolerance !== undefined && { tolerance }),
});

function differences(expected: unknown, actual: unknown, ...rules: ExpectationRule[]) {
  return matchValues(expected, actual, rulesOf(rules, 'output'), new MatchBudget());
}
const paths = (...args: Parameters<typeof differences>) => differences(...args).map(({ path }) => path);

describe('without rules', () => {
  it('the innermost values that differ are named', () => {
    const expected = { a: 1, list: [{ x: 1 }, { x: 2 }], 'odd key': true };
    const actual = { a: 1, list: [{ x: 1 }, { x: 3 }, 4], more: null };
    expect(differences(expected, actual)).toEqual([
      { path: 'list[1].x', kind: 'changed', allowed: null, expected: 2, actual: 3 },
      { path: 'list[2]', kind: 'unexpected', allowed: null, expected: undefined, actual: 4 },
      { path: "['odd key']", kind: 'missing', allowed: null, expected: true, actual: undefined },
      { path: 'more', kind: 'unexpected', allowed: null, expected: undefined, actual: null },
    ]);
  });

  it('numbers that a double can’t hold are told apart', () => {
    const [a, b] = ['9007199254740993', '9007199254740995'].map((digits) => parseExact(`[${digits}]`));
    expect(paths(a, b)).toEqual(['[0]']);
    expect(paths(a, parseExact('[9007199254740993]'))).toEqual([]);
  });

  it('a list is no object, and inherited members are no values', () => {
    expect(paths([], {})).toEqual(['']);
    expect(paths({}, { toString: 1 })).toEqual(['toString']);
  });
});

describe('rules', () => {
  it('any: the value, whatever is there, or nothing', () => {
    const any = rule('at', 'any');
    expect(paths({ at: 1, b: 1 }, { at: { x: 2 }, b: 1 }, any)).toEqual([]);
    expect(paths({ at: 1, b: 1 }, { b: 2 }, any)).toEqual(['b']);
    expect(paths(1, { x: 2 }, rule('', 'any'))).toEqual([]);
  });

  it('date: another of the same form, and nothing else', () => {
    const date = rule('*', 'date');
    const expected = { at: '2026-01-31T10:00:00Z', day: '2026-01-31', s: 1_764_000_000 };
    const later = { at: '2027-02-01T11:30:00.5+02:00', day: '2027-02-01', s: 1_765_000_000 };
    expect(paths(expected, later, date)).toEqual([]);
    expect(differences(expected, { ...expected, at: '2027-02-01', day: 'soon', s: 17 }, date)).toMatchObject([
      { path: 'at', allowed: 'date' },
      { path: 'day', allowed: 'date' },
      { path: 's', allowed: 'date' },
    ]);
    expect(paths({ at: 'n/a' }, { at: 'n/a' }, date)).toEqual([]);
    expect(paths({ at: '2026-01-31' }, { at: '2026-13-31' }, date)).toEqual(['at']);
  });

  it.each([
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7', 'A-1'],
    ['ord_8Kd02mX', 'ord_99Zz1a', 'inv_99Zz1a'],
    [17, 18, 18.5],
    ['17', '4711', 'x'],
  ])('id: for %s another of its form, %s, but not %s', (expected, another, foreign) => {
    expect(paths([expected], [another], rule('[*]', 'id'))).toEqual([]);
    expect(paths([expected], [foreign], rule('[*]', 'id'))).toEqual(['[0]']);
  });

  it('near: numbers within the tolerance, which doubles would miss by a hair', () => {
    expect(paths({ n: 0.3 }, { n: 0.4 }, rule('n', 'near', 0.1))).toEqual([]);
    expect(paths({ n: 0.3 }, { n: 0.41 }, rule('n', 'near', 0.1))).toEqual(['n']);
    expect(paths({ n: 1 }, { n: '1' }, rule('n', 'near', 5))).toEqual(['n']);
  });

  it('order: the items of a list, with the rules inside', () => {
    const expected = {
      list: [
        { id: 1, n: 'a' },
        { id: 2, n: 'b' },
        { id: 3, n: 'c' },
      ],
    };
    const actual = {
      list: [
        { id: 9, n: 'c' },
        { id: 8, n: 'a' },
        { id: 7, n: 'b' },
      ],
    };
    const order = rule('list', 'order');
    expect(paths(expected, actual, order, rule('list[*].id', 'id'))).toEqual([]);
    expect(paths(expected, actual, rule('list[*].id', 'id'))).toHaveLength(3);
  });

  it('order: one item that changed is one difference; more and fewer are named', () => {
    const order = rule('', 'order');
    expect(differences([{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 3 }, { n: 1 }, { n: 5 }], order)).toEqual([
      { path: '[1].n', kind: 'changed', allowed: null, expected: 2, actual: 5 },
    ]);
    expect(paths([1, 1, 2], [2, 1], order)).toEqual(['[1]']);
    expect(paths([1], [1, 1], order)).toEqual(['[1]']);
  });

  it('order and near: items go together by their numbers', () => {
    const rules = [rule('', 'order'), rule('[*].n', 'near', 1)];
    expect(paths([{ n: 1 }, { n: 5 }, { n: 9 }], [{ n: 10 }, { n: 2 }, { n: 5 }], ...rules)).toEqual([]);
    expect(paths([{ n: 1 }, { n: 5 }], [{ n: 5 }, { n: 3 }], ...rules)).toEqual(['[0].n']);
  });

  it('for one index, and for all', () => {
    expect(paths([1, 2], [3, 4], rule('[1]', 'any'))).toEqual(['[0]']);
    expect(paths([1, 2], [3, 4], rule('[1]', 'any'), rule('[*]', 'any'))).toEqual([]);
  });

  it('belong to their part and block', () => {
    const rules: ExpectationRule[] = [
      { of: 'sent', blockId: 'a', path: 'x', allow: 'any' },
      { of: 'sent', path: 'y', allow: 'any' },
    ];
    const found = (blockId?: string, part: 'sent' | 'output' = 'sent') =>
      matchValues({ x: 1, y: 1 }, { x: 2, y: 2 }, rulesOf(rules, part, blockId), new MatchBudget()).map(
        ({ path }) => path,
      );
    expect([found('a'), found('b'), found(undefined, 'output')]).toEqual([[], ['x'], ['x', 'y']]);
  });
});

describe('for all values', () => {
  const RULES = [rule('', 'order'), rule('[*]', 'order'), rule('*.a', 'date'), rule('*.*', 'near', 1)];

  it('a value matches itself under any rules', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.subarray(RULES), (value, rules) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(differences(value, parsed, ...rules)).toEqual([]);
      }),
    );
  });

  it('rules never add a difference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.subarray(RULES), (a, b, rules) => {
        if (differences(a, b).length === 0) expect(differences(a, b, ...rules)).toEqual([]);
      }),
    );
  });

  it('a list in another order matches where order is free, and only there', () => {
    const list = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 12 });
    const shuffled = list.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, ([items, others]) => {
        expect(differences(items, others, rule('', 'order'))).toEqual([]);
        expect(differences(items, [...others, 'one more'], rule('', 'order'))).toHaveLength(1);
      }),
    );
  });

  it('every difference that is found is one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(differences(a, b).length > 0).toBe(JSON.stringify(sorted(a)) !== JSON.stringify(sorted(b)));
      }),
    );
  });
});

/** Returns the value with its keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

describe('limits', () => {
  it('a comparison ends at so many values, and says so', () => {
    const budget = new MatchBudget(1_000);
    const list = Array.from({ length: 5_000 }, (_, index) => [index]);
    expect(matchValues(list, structuredClone(list), [], budget)).toEqual([]);
    expect(budget.isComplete).toBe(false);
  });

  it('a comparison lists the first thousand differences', () => {
    const list = (n: number) => Array.from({ length: 5_000 }, () => n);
    expect(differences(list(1), list(2))).toHaveLength(1_000);
  });

  it('values nested deeply are compared', () => {
    const nested = (inner: unknown) => Array.from({ length: 450 }).reduce((value) => [value], inner);
    expect(differences(nested(1), nested(2))).toHaveLength(1);
    expect(differences(nested(1), nested(1))).toEqual([]);
  });
});
