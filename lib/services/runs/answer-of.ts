import type { RunOutcome } from '../../core/engine/ports';
import type { RunAnswer } from './schema';
import type { ExecutionRow } from './shapes/execution-row';

/** The response for a caller who waited: exact, but where it only tells of a failure. */
export const answerOf = (row: ExecutionRow, outcome: RunOutcome): RunAnswer =>
  withOutput(row, outcome, hasAnswer(outcome) ? outcome.output : outcome.shownOutput);

/** Without a Response, the output of a run that failed is what its last block said of the failure. */
export const hasAnswer = ({ status, response }: Pick<RunOutcome, 'status' | 'response'>): boolean =>
  status === 'success' || response !== null;

/** The same for those who watch the run: secrets masked. */
export const shownAnswerOf = (row: ExecutionRow, outcome: RunOutcome): RunAnswer =>
  withOutput(row, outcome, outcome.shownOutput);

function withOutput(row: ExecutionRow, outcome: RunOutcome, output: unknown): RunAnswer {
  return {
    executionId: row.executionId,
    logId: row.logId,
    status: outcome.status,
    output: output ?? null,
    error: outcome.error === null ? null : { ...outcome.error },
  };
}
