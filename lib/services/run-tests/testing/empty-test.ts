import type { TestContent } from '../../../core/run-tests/test-content';

/** The content of a test whose run did nothing. */
export const EMPTY_TEST: TestContent = {
  kept: { executionId: 'x', error: null, spans: [], draws: {} },
  expected: { outcome: { status: 'success', error: null }, output: null, sent: [] },
};
