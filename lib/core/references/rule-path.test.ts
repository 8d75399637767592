import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERY, MAX_PATH_STEPS, type RuleStep, readRulePath, rulePathText } from './rule-path';

test.each<[string, RuleStep[]]>([
  ['', []],
  ['total', ['total']],
  ['items[0].id', ['items', 0, 'id']],
  ['items[*].id', ['items', EVERY, 'id']],
  ['byId.*.name', ['byId', EVERY, 'name']],
  ['headers.x-trace', ['headers', 'x-trace']],
  ["['odd key'][2]", ['odd key', 2]],
  ['["it\'s"]', ["it's"]],
  ["['*']", ['*']],
])('%s is read', (text, steps) => {
  expect(readRulePath(text)).toEqual(steps);
});

test.each(['.a', 'a.', 'a..b', 'a[', 'a[]', 'a[-1]', 'a[01]', "a['b]", "a['b'", 'a[0]b'])(
  '%s is no path',
  (text) => {
    expect(readRulePath(text)).toBeNull();
  },
);

test('every path that is written is read again', () => {
  const step = fc.oneof(fc.string({ maxLength: 12 }), fc.nat(10 ** 9), fc.constant(EVERY));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      expect(readRulePath(rulePathText(steps))).toEqual(steps);
    }),
  );
});

test('paths are short', () => {
  expect(readRulePath(Array(MAX_PATH_STEPS).fill('a').join('.'))).toHaveLength(MAX_PATH_STEPS);
  expect(
    readRulePath(
      Array(MAX_PATH_STEPS + 1)
        .fill('a')
        .join('.'),
    ),
  ).toBeNull();
  expect(readRulePath('a'.repeat(501))).toBeNull();
});
