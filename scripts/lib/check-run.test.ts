import { expect, test } from 'vitest';
import { runChecks, summarize } from './check-run.mjs';
import { countPlaywright } from './e2e-check.mjs';
import { countVitest } from './vitest-check.mjs';

const outcome = (passed: number, failed: number) => ({ name: 'x', passed, failed, seconds: '0.1 s' });

test('the last line counts everything', () => {
  const { text, failed } = summarize([outcome(3, 0), outcome(1, 2)]);
  expect(text.split('\n').at(-1)).toBe('4 passed, 2 failed');
  expect(failed).toBe(2);
});

test('a run in which nothing ran has failed', () => {
  expect(summarize([]).text.split('\n').at(-1)).toBe('0 passed, 1 failed');
});

test('a check that crashes is a failure and the others still run', async () => {
  const outcomes = await runChecks([
    { name: 'crash', run: () => Promise.reject(new Error('out of luck')) },
    { name: 'fine', run: async () => ({ passed: 2, failed: 0 }) },
  ]);
  expect(summarize(outcomes)).toMatchObject({ passed: 2, failed: 1 });
});

test('vitest: a crash, a file that does not load and an empty run each count as a failure', () => {
  const end = (exitCode: number) => ({ exitCode, output: '' });
  expect(countVitest({}, end(1))).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest({}, end(0))).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest({ numPassedTests: 4, numFailedTests: 0 }, end(1))).toMatchObject({
    passed: 4,
    failed: 1,
  });
  expect(countVitest({ numPassedTests: 4, numFailedTests: 2 }, end(1))).toMatchObject({
    passed: 4,
    failed: 2,
  });
  expect(countVitest({ numPassedTests: 4, numPendingTests: 1 }, end(0))).toMatchObject({
    failed: 0,
    skipped: 1,
  });
});

test('playwright: flaky counts as failed, and a crash or an empty run as one failure', () => {
  const end = (exitCode: number) => ({ exitCode, output: '' });
  expect(countPlaywright({}, end(0))).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright({ stats: { expected: 5, flaky: 1, unexpected: 1 } }, end(1))).toMatchObject({
    passed: 5,
    failed: 2,
  });
  expect(countPlaywright({ stats: { expected: 5, skipped: 1 } }, end(0))).toMatchObject({
    passed: 5,
    failed: 0,
    skipped: 1,
  });
});
