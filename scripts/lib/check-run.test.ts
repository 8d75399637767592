import { expect, test } from 'vitest';
import { runChecks, summarize } from './check-run.mjs';

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

test('each failed and each flaky test is named again above the last line', () => {
  const failures = ['a.test.ts › adds up: Error: 1 is not 2\n    at a.test.ts:3'];
  const named = { ...outcome(4, 1), failures };
  const { text, failed } = summarize([named, { ...outcome(2, 0), flaky: ['b.spec.ts › opens: Too late'] }]);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    '✗ x  4 passed, 1 failed  (0.1 s)',
    'a.test.ts › adds up: Error: 1 is not 2',
    'at a.test.ts:3',
    '✓ x  2 passed, 0 failed  (0.1 s)',
    'flaky: b.spec.ts › opens: Too late',
    '',
    '1 flaky (failed at first, passed when run again alone)',
    '6 passed, 1 failed',
  ]);
  expect(failed).toBe(1);
});

test('more than ten flaky tests are a failure', () => {
  const flaky = (count: number) => ({ ...outcome(20, 0), flaky: Array(count).fill('a › b: c') });
  expect(summarize([flaky(6), flaky(4)])).toMatchObject({ failed: 0 });
  expect(summarize([flaky(6), flaky(5)])).toMatchObject({ failed: 1 });
});

test('notes and the times of projects stand before the failures', () => {
  const named = { ...outcome(4, 1), failures: ['a.test.ts › adds up: Error: 1 is not 2'] };
  const projects = [{ project: 'unit', importingMs: 12_400, testsMs: 900 }];
  const { text } = summarize([{ ...named, projects }], ['processor seconds 12']);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'Vitest’s projects, in the time of all workers together:',
    'unit  importing 12 s, tests 1 s',
    '',
    'processor seconds 12',
    '',
    '✗ x  4 passed, 1 failed  (0.1 s)',
    'a.test.ts › adds up: Error: 1 is not 2',
    '',
    '4 passed, 1 failed',
  ]);
});

test('the twenty slowest files are told, of all stages together', () => {
  const files = Array.from({ length: 15 }, (_, index) => ({ file: `${index}.test.ts`, ms: index * 1_000 }));
  const { text } = summarize([
    { ...outcome(15, 0), files },
    { ...outcome(15, 0), files: files.map(({ file, ms }) => ({ file: `e2e/${file}`, ms: ms + 500 })) },
  ]);
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines.slice(0, 3)).toEqual(['The slowest files:', '14.5 s  e2e/14.test.ts', '14.0 s  14.test.ts']);
  expect(lines.indexOf('')).toBe(21);
});
