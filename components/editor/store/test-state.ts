import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { TestResult } from '@/lib/services/run-tests/schema';

/** The last results of the workflow's tests in this window. */
export interface TestState {
  /** The ids of the tests that run now; `all` for all of them. */
  running: ReadonlySet<string> | 'all' | null;
  /** By the test's id. */
  results: Readonly<Record<string, TestResult>>;
  /** The document that was shown when they ran. */
  document: WorkflowDocument | null;
  /** Blocks that differ in a test. */
  differing: ReadonlySet<string>;
  /** Why the tests could not be run. */
  error: string | null;
}

export const NO_TESTS: TestState = {
  running: null,
  results: {},
  document: null,
  differing: new Set(),
  error: null,
};

/** Returns the state after a run of all tests, or of some, whose former results are replaced. */
export function afterTestRun(
  before: TestState,
  results: readonly TestResult[],
  { isOfAll, document }: { isOfAll: boolean; document: WorkflowDocument },
): TestState {
  const found = Object.fromEntries(results.map((result) => [result.testId, result]));
  // Results of another document would say something else of the same blocks.
  const kept = isOfAll || before.document !== document ? {} : before.results;
  const all = { ...kept, ...found };
  const differing = Object.values(all).flatMap(({ differences }) =>
    differences.flatMap(({ blockId }) => blockId ?? []),
  );
  return { running: null, results: all, document, differing: new Set(differing), error: null };
}

/** Returns the state without a test that was deleted. */
export function withoutTest(state: TestState, testId: string): TestState {
  const { [testId]: _, ...results } = state.results;
  const { document } = state;
  if (document === null) return { ...state, results };
  const { running } = state;
  return { ...afterTestRun(state, Object.values(results), { isOfAll: true, document }), running };
}
