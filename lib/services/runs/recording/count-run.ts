import type { RunOutcome } from '../../../core/engine/ports';
import { metrics } from '../../../platform/metrics/metrics';
import { ZERO_COST } from '../../logs/cost';
import type { Cost } from '../../logs/schema';
import type { ExecutionRow } from '../shapes/execution-row';

export interface CountedRun {
  row: ExecutionRow;
  startedAtMs: number;
  /** False: another process had taken the execution over. */
  recorded: boolean;
  status: RunOutcome['status'];
  errorCode: string | null;
}

/** Tells the metrics of a run that ended in this process, wherever in it. */
export function countRun({ row, startedAtMs, recorded, status, errorCode }: CountedRun): void {
  const seconds = (Date.now() - startedAtMs) / 1000;
  metrics().runEnded({ status: recorded ? status : 'taken_over', mode: row.mode, seconds });
  if (errorCode !== null) metrics().runFailed(errorCode);
}

/** Tells the metrics what a recorded run has spent. @param cost as its log has it, in JSON */
export function countSpending(cost: string): void {
  if (cost === ZERO_COST) return;
  const { total, tokens } = JSON.parse(cost) as Cost;
  metrics().runSpent({ inputTokens: tokens.prompt, outputTokens: tokens.completion, usd: total });
}
