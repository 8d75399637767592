import { expect, test } from 'vitest';
import { ExactNumber } from '../../platform/text/exact-number';
import { parseTestFile, printTestFile, type TestFile } from './test-file';

const FILE: TestFile = {
  name: 'An order',
  tags: ['orders'],
  rules: [{ of: 'output', path: 'at', allow: 'date' }],
  expected: {
    outcome: { status: 'success', error: null },
    output: { total: new ExactNumber('12345678901234567890'), at: '2026-01-31' },
    sent: [{ step: 'a', blockId: 'a', blockName: 'a', request: { url: 'https://a.test/', method: 'GET' } }],
  },
  kept: { executionId: 'x1', error: null, spans: [], draws: { 'x1.a.0.0': 'Jm2kXn0uQ7dR4tYwZ8sB1g' } },
};

test('what is printed is read again, exact numbers too', () => {
  expect(parseTestFile(printTestFile(FILE), 'a.json')).toEqual(FILE);
});

test('the order of keys makes no other text', () => {
  const { kept, expected, ...rest } = FILE;
  const { output, ...others } = expected;
  const turned = { kept, ...rest, expected: { output, ...others } };
  expect(printTestFile(turned)).toBe(printTestFile(FILE));
});

test.each([
  ['{', 'a.json is not JSON.'],
  ['{"name": "x"}', 'a.json is not a test: at '],
  [printTestFile(FILE).replace('"date"', '"soon"'), 'at rules.0.allow'],
  [printTestFile(FILE).replace('Jm2kXn0uQ7dR4tYwZ8sB1g', 'short'), 'Not the bytes of a random number.'],
])('a file that is none says why: %#', (text, words) => {
  expect(() => parseTestFile(text, 'a.json')).toThrow(words);
});
