import { expect, test } from 'vitest';
import type { TestResult } from '@/lib/services/run-tests/schema';
import { testSummary } from './test-words';

const tests = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const [passed, failed] = [{ status: 'passed' }, { status: 'failed' }] as const;

test.each<[Record<string, Pick<TestResult, 'status'>>, string]>([
  [{}, '3 tests, not run yet.'],
  [{ a: passed, b: passed, c: passed }, '3 tests passed.'],
  [{ a: passed, b: failed, c: failed }, '2 of 3 tests failed.'],
  [{ a: passed }, '1 test passed, 2 not run.'],
  [{ a: failed, gone: failed }, '1 of 1 test failed, 2 not run.'],
])('%j', (results, words) => {
  expect(testSummary(tests, results, false)).toBe(words);
});

test('while tests run, their former results are not told', () => {
  expect(testSummary(tests, { a: failed }, true)).toBe('Running…');
});
