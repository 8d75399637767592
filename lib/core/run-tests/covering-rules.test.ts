import { expect, test } from 'vitest';
import { coveringRules, ruleWords } from './covering-rules';
import { ExpectationRules } from './rule';
import type { TestDifference } from './test-difference';

const base: TestDifference = {
  kind: 'output',
  blockId: null,
  blockName: null,
  iteration: null,
  path: '',
  allowed: null,
  nearest: null,
};
const covering = (difference: Partial<TestDifference>) => {
  const rules = coveringRules({ ...base, ...difference });
  expect(ExpectationRules.safeParse(rules).success).toBe(true);
  return rules.map(({ allow, path }) => `${allow} ${path}`.trim());
};

test('the narrowest rule comes first, for every item of a list', () => {
  expect(covering({ path: 'items[3].at', expected: '2026-01-31', actual: '2026-02-01' })).toEqual([
    'date items[*].at',
    'order items',
    'any items[*].at',
  ]);
  expect(covering({ path: 'total', expected: 3, actual: 4 })).toEqual([
    'id total',
    'near total',
    'any total',
  ]);
  expect(covering({ path: 'note', expected: 'a', actual: undefined })).toEqual(['any note']);
});

test('rules of requests name their block; a missing request can only be ignored', () => {
  expect(
    coveringRules({ ...base, kind: 'sent', blockId: 'a', path: 'body.n', expected: 1, actual: 'x' }),
  ).toEqual([{ of: 'sent', blockId: 'a', path: 'body.n', allow: 'any' }]);
  expect(coveringRules({ ...base, kind: 'not-sent', blockId: 'a' })).toEqual([
    { of: 'sent', blockId: 'a', path: '', allow: 'any' },
  ]);
  expect(coveringRules({ ...base, kind: 'unanswered', blockId: 'a' })).toEqual([]);
  expect(coveringRules({ ...base, kind: 'too-large' })).toEqual([]);
});

test('rules are said in words', () => {
  expect(ruleWords({ of: 'output', path: 'items[*].at', allow: 'date' })).toBe(
    'any date at items[*].at of the output',
  );
  expect(ruleWords({ of: 'sent', path: '', allow: 'any' })).toBe('anything for the requests');
  expect(ruleWords({ of: 'output', path: 'n', allow: 'near', tolerance: 0.5 })).toBe(
    'numbers within 0.5 at n of the output',
  );
});
