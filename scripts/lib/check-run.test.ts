import { expect, test } from 'vitest';
import { runChecks, summarize } from './check-run.mjs';
import { countPlaywright } from './e2e-check.mjs';
import { inProject } from './project.mjs';
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

test('each failed test is named again above the last line, with the first line of why', () => {
  const failed = (fullName: string) => ({
    status: 'failed',
    fullName,
    failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n    at …'],
  });
  const unit = countVitest(
    {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: inProject('lib/a.test.ts'), status: 'failed', assertionResults: [failed('adds up')] },
        { name: inProject('lib/b.test.ts'), status: 'failed', message: 'No such file', assertionResults: [] },
        { name: inProject('lib/c.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    },
    { exitCode: 1, output: '' },
  );
  const browser = countPlaywright(
    {
      stats: { expected: 1, unexpected: 1 },
      suites: [
        {
          file: 'a.spec.ts',
          specs: [{ ok: true, title: 'opens', tests: [] }],
          suites: [
            {
              file: 'a.spec.ts',
              specs: [
                { ok: false, title: 'closes', tests: [{ results: [{ error: { message: 'Too late' } }] }] },
              ],
            },
          ],
        },
      ],
    },
    { exitCode: 1, output: '' },
  );
  const named = { name: 'x', seconds: '1 s' };
  const { text } = summarize([
    { ...named, ...unit },
    { ...named, ...browser },
  ]);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    expect.stringContaining('1 passed, 1 failed'),
    'lib/a.test.ts › adds up: Error: 1 is not 2',
    'lib/b.test.ts › the file itself: No such file',
    expect.stringContaining('1 passed, 1 failed'),
    'a.spec.ts › closes: Too late',
    '',
    '2 passed, 2 failed',
  ]);
});
