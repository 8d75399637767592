import { expect, test } from 'vitest';
import { repeatFailed } from './repeat-failed.mjs';

type Outcome = 'passed' | 'failed' | 'skipped' | 'not run';
interface Result {
  key: string;
  file: string;
  title: string;
  outcome: Outcome;
  isFile?: boolean;
  error?: string;
  notes?: string[];
  command?: string;
  ms: number;
}

const result = (name: string, outcome: Outcome, more: Partial<Result> = {}): Result => ({
  key: name,
  file: 'a.test.ts',
  title: name,
  outcome,
  ms: 1_200,
  ...(outcome === 'failed' && { error: `${name} is wrong\n  at …` }),
  ...more,
});

/** A runner that returns these results run by run, and records the requested tests. */
function runner(...runs: Array<Result[] | { tests: Result[]; problem: string }>) {
  const asked: Array<string[] | null> = [];
  const run = async (only: Result[] | null) => {
    asked.push(only?.map(({ key }) => key) ?? null);
    const next = runs[asked.length - 1]!;
    return { output: `run ${asked.length}`, ...(Array.isArray(next) ? { tests: next } : next) };
  };
  return { run, asked };
}

test('what passes is run once', async () => {
  const { run, asked } = runner([result('a', 'passed'), result('b', 'skipped')]);
  expect(await repeatFailed(run)).toMatchObject({ passed: 1, failed: 0, skipped: 1, flaky: [] });
  expect(asked).toEqual([null]);
});

test('what failed runs again by itself, and is flaky when it passes then', async () => {
  const { run, asked } = runner(
    [result('a', 'passed'), result('b', 'failed'), result('c', 'failed')],
    [result('a', 'skipped'), result('b', 'failed'), result('c', 'passed', { ms: 300 })],
    [result('a', 'skipped'), result('b', 'passed', { ms: 400 })],
  );
  expect(await repeatFailed(run)).toMatchObject({
    passed: 3,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [
      'a.test.ts › b: b is wrong (1.2 s; then passed in 0.4 s)',
      'a.test.ts › c: c is wrong (1.2 s; then passed in 0.3 s)',
    ],
  });
  expect(asked).toEqual([null, ['b', 'c'], ['b']]);
});

test('what fails three times has failed', async () => {
  const red = [result('b', 'failed')];
  const { run, asked } = runner([result('a', 'passed'), ...red], red, red, red);
  expect(await repeatFailed(run)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['a.test.ts › b: b is wrong\n      at …'],
    flaky: [],
  });
  expect(asked).toHaveLength(3);
});

test('a failure tells where to look and how to run the test alone', async () => {
  const notes = ['screenshot: test-results/b.png'];
  const red = [result('b', 'failed', { notes, command: 'npm test -- e2e a.spec.ts -t "b"' })];
  expect((await repeatFailed(runner(red, red, red).run)).failures).toEqual([
    'a.test.ts › b: b is wrong\n      at …\n    screenshot: test-results/b.png\n' +
      '    alone: npm test -- e2e a.spec.ts -t "b"',
  ]);
});

test('what did not run because another failed runs with it, and has failed if it never runs', async () => {
  const first = [result('a', 'failed'), result('b', 'not run')];
  const good = runner(first, [result('a', 'passed'), result('b', 'passed')]);
  expect(await repeatFailed(good.run)).toMatchObject({ passed: 2, failed: 0, flaky: [expect.any(String)] });
  expect(good.asked[1]).toEqual(['a', 'b']);

  const again = [result('a', 'passed'), result('b', 'skipped')];
  const bad = runner(first, again, again);
  expect(await repeatFailed(bad.run)).toMatchObject({ passed: 1, failed: 1 });
});

test('a file that does not load is run again as a whole', async () => {
  const file = result('the file itself', 'failed', { isFile: true });
  const other = result('x', 'passed', { file: 'b.test.ts' });
  const loads = runner([file, other], [result('a', 'passed'), result('b', 'passed')]);
  expect(await repeatFailed(loads.run)).toMatchObject({
    passed: 3,
    failed: 0,
    flaky: ['a.test.ts › the file itself: the file itself is wrong (1.2 s; then passed as a whole)'],
  });
  const never = runner([file, other], [file], [file]);
  expect(await repeatFailed(never.run)).toMatchObject({ passed: 1, failed: 1, flaky: [] });
});

test('nothing runs again when more than ten failed, or the runner itself did', async () => {
  const many = runner(Array.from({ length: 11 }, (_, index) => result(`t${index}`, 'failed')));
  expect(await repeatFailed(many.run)).toMatchObject({ failed: 11 });
  expect(many.asked).toHaveLength(1);

  const crash = runner({ tests: [result('a', 'failed')], problem: 'It crashed' });
  const outcome = await repeatFailed(crash.run);
  expect(outcome).toMatchObject({ failed: 2, failures: [expect.any(String), 'It crashed'] });
  expect(crash.asked).toHaveLength(1);
});

test('a crash while it runs again is a failure', async () => {
  const { run } = runner([result('a', 'failed')], { tests: [], problem: 'It crashed' });
  expect(await repeatFailed(run)).toMatchObject({ passed: 0, failed: 2 });
});
