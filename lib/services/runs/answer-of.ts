import type { RunOutcome } from '../../core/engine/ports';
import type { RunAnswer } from './schema';
import type { ExecutionRow } from './shapes/execution-row';

/** The response for a caller who waited. */
export function answerOf(row: ExecutionRow, outcome: RunOutcome): RunAnswer {
  return {
    executionId: row.executionId,
    logId: row.logId,
    status: outcome.status,
    output: outcome.output ?? null,
    error: outcome.error === null ? null : { ...outcome.error },
  };
}
