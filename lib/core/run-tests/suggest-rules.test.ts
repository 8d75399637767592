import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Expected, SentRequest } from './expected';
import { matchValues } from './match-values';
import { type ExpectationRule, ExpectationRules, MOST_RULES } from './rule';
import { rulesOf } from './rule-tree';
import { isAllowedBy, suggestRules } from './suggest-rules';
import { MatchBudget } from './value-difference';

const outcome = { status: 'success', error: null } as const;
const giving = (output: unknown, ...sent: SentRequest[]): Expected => ({ outcome, output, sent });
const sending = (step: string, request: unknown): SentRequest => ({
  step,
  blockId: step.split('@')[0] ?? step,
  blockName: step,
  request,
});

test('each difference becomes the narrowest rule, lists with * for their items', () => {
  const one = giving({
    at: '2026-01-31T10:00:00Z',
    items: [
      { id: 17, key: 'ord_8Kd02mX', price: 10 },
      { id: 18, key: 'ord_99Zz1aa', price: 20 },
    ],
    tags: ['a', 'b'],
    note: 'first',
    same: 1,
  });
  const other = giving({
    at: '2026-02-28T10:00:00Z',
    items: [
      { id: 27, key: 'ord_000001a', price: 10.5 },
      { id: 28, key: 'ord_000002a', price: 21 },
    ],
    tags: ['b', 'a'],
    note: 'another text',
    same: 1,
  });
  expect(suggestRules(one, other)).toEqual({
    isComplete: true,
    rules: [
      { of: 'output', path: 'at', allow: 'date' },
      { of: 'output', path: 'items[*].id', allow: 'id' },
      { of: 'output', path: 'items[*].key', allow: 'id' },
      { of: 'output', path: 'items[*].price', allow: 'near', tolerance: 1 },
      { of: 'output', path: 'tags', allow: 'order' },
      { of: 'output', path: 'note', allow: 'any' },
    ],
  });
});

test('rules of requests name their block; one that is not always sent is ignored', () => {
  const one = giving(1, sending('a@each:0', { body: { n: 1 } }), sending('a@each:1', { body: { n: 4 } }));
  const other = giving(
    1,
    sending('a@each:0', { body: { n: 2 } }),
    sending('a@each:1', { body: { n: 9 } }),
    sending('b', { body: 1 }),
  );
  expect(suggestRules(one, other).rules).toEqual([
    { of: 'sent', blockId: 'b', path: '', allow: 'any' },
    { of: 'sent', blockId: 'a', path: 'body.n', allow: 'near', tolerance: 5 },
  ]);
});

test('of different kinds at one place, or lists of different lengths, the value is ignored', () => {
  const rulesFor = (a: unknown, b: unknown) => suggestRules(giving(a), giving(b)).rules;
  expect(rulesFor([{ x: 1 }, { x: 'a' }], [{ x: 2 }, { x: 'b' }])).toEqual([
    { of: 'output', path: '[*].x', allow: 'any' },
  ]);
  expect(rulesFor({ list: [1] }, { list: [1, 2] })).toEqual([{ of: 'output', path: 'list', allow: 'any' }]);
  expect(rulesFor({ a: 1 }, {})).toEqual([{ of: 'output', path: 'a', allow: 'any' }]);
});

test('runs that give the same need no rules', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(suggestRules(giving(value), giving(structuredClone(value))).rules).toEqual([]);
    }),
  );
});

test('with all suggested rules both runs match, and the rules can be saved', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const one = giving([a, b, { a }], sending('s', a));
      const other = giving([c, b, { a: c }], sending('s', c));
      const { rules, isComplete } = suggestRules(one, other);
      expect(ExpectationRules.safeParse(rules).success).toBe(true);
      if (!isComplete) return;
      const left = (of: 'output' | 'sent', x: unknown, y: unknown) =>
        matchValues(x, y, rulesOf(rules, of, 's'), new MatchBudget());
      expect(left('output', one.output, other.output)).toEqual([]);
      expect(left('sent', a, c)).toEqual([]);
    }),
  );
});

test('more differences than a test may have rules are cut, and it says so', () => {
  const many = (n: number) =>
    giving(Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, `value ${n}`])));
  const { rules, isComplete } = suggestRules(many(1), many(2));
  expect([rules.length, isComplete]).toEqual([MOST_RULES, false]);
});

test('a rule is no news beside one of its place that allows as much', () => {
  const any: ExpectationRule = { of: 'output', path: 'n', allow: 'any' };
  const near = (tolerance: number): ExpectationRule => ({ ...any, allow: 'near', tolerance });
  expect([isAllowedBy([near(2)], near(1)), isAllowedBy([any], near(1))]).toEqual([true, true]);
  expect([isAllowedBy([near(1)], near(2)), isAllowedBy([near(1)], any), isAllowedBy([], any)]).toEqual([
    false,
    false,
    false,
  ]);
  const sent: ExpectationRule = { of: 'sent', blockId: 'a', path: 'n', allow: 'any' };
  expect([isAllowedBy([any], sent), isAllowedBy([{ ...sent, blockId: 'b' }], sent)]).toEqual([false, false]);
});
