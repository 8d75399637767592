import type { RunOutcome } from '../../../core/engine/ports';
import { parseExact } from '../../../platform/text/exact-number';
import type { RunAccepted, RunResult } from '../schema';
import type { ExecutionRow } from '../shapes/execution-row';
import type { EndedHere, WaitedEnd } from '../shapes/run-end';

/** The end of a run as values, wherever it ended; triggers build their own responses from it. */
export interface EndedRun extends RunResult {
  /** The result of the Response block; null without one. */
  response: RunOutcome['response'];
  /** The text of the block that wrote last. */
  written: string | null;
}

export function endedRun(
  row: ExecutionRow,
  end: EndedHere | Extract<WaitedEnd, { kind: 'large' }>,
): EndedRun {
  const { response, written } = end.kind === 'ended' ? end.outcome : end;
  const answer = end.kind === 'ended' ? toRunResult(row, end.outcome) : parseRunResult(end.answer);
  return { ...answer, response, written };
}

/** @param json in UTF-8 */
export const parseRunResult = (json: Uint8Array): RunResult =>
  parseExact(Buffer.from(json).toString()) as RunResult;

/** The response for a caller who waited: exact, but where it only tells of a failure. */
export const toRunResult = (row: ExecutionRow, outcome: RunOutcome): RunResult =>
  withOutput(row, outcome, hasOutput(outcome) ? outcome.output : outcome.shownOutput);

/** Without a Response, the output of a run that failed is what its last block said of the failure. */
export const hasOutput = ({ status, response }: Pick<RunOutcome, 'status' | 'response'>): boolean =>
  status === 'success' || response !== null;

/** The same for those who watch the run: secrets masked. */
export const toMaskedResult = (row: ExecutionRow, outcome: RunOutcome): RunResult =>
  withOutput(row, outcome, outcome.shownOutput);

function withOutput(row: ExecutionRow, outcome: RunOutcome, output: unknown): RunResult {
  return {
    executionId: row.executionId,
    logId: row.logId,
    status: outcome.status,
    output: output ?? null,
    error: outcome.error === null ? null : { ...outcome.error },
  };
}

export const acceptedRun = (executionId: string): RunAccepted => ({
  executionId,
  statusUrl: `/api/v1/executions/${executionId}`,
});
