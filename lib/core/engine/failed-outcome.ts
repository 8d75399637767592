import type { RunOutcome } from './ports';
import type { RunEffects } from './run-effect';
import type { TraceSpan } from './trace-span';

/** Returns the outcome of a run that something other than its blocks ended; it has no output. */
export const failedOutcome = (
  error: NonNullable<RunOutcome['error']>,
  traceSpans: TraceSpan[] = [],
  effects?: RunEffects,
): RunOutcome => ({
  status: 'error',
  level: 'error',
  output: null,
  shownOutput: null,
  loggedOutput: null,
  exact: null,
  written: null,
  files: [],
  response: null,
  tags: [],
  error,
  traceSpans,
  ...(effects && { effects }),
});
