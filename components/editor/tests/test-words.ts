import type { RunTest, TestResult } from '@/lib/services/run-tests/schema';
import { countOf } from '../../ui/format-quantity';

/** Sums up the results of tests in one sentence. */
export function testSummary(
  tests: readonly Pick<RunTest, 'id'>[],
  results: Readonly<Record<string, Pick<TestResult, 'status'>>>,
  isRunning: boolean,
): string {
  if (isRunning) return 'Running…';
  const known = tests.flatMap(({ id }) => results[id] ?? []);
  if (known.length === 0) return `${countOf(tests.length, 'test')}, not run yet.`;
  const failed = known.filter(({ status }) => status === 'failed').length;
  const all = countOf(known.length, 'test');
  const outcome = failed === 0 ? `${all} passed` : `${failed} of ${all} failed`;
  const left = tests.length - known.length;
  return left === 0 ? `${outcome}.` : `${outcome}, ${left} not run.`;
}
