import type { Pool } from 'pg';
import { thisProcess } from '../../../platform/postgres/process-lease';
import type { CompletionRow } from '../shapes/execution-row';
import { type ExecutionOwnership, readOwnership } from './execution-ownership';
import { recordCompletions } from './record-completions';

/**
 * Looks once more at ends that were not recorded because their rows were not there. Either another process
 * has taken the execution over; or this very end was recorded before, and only the response was lost; or
 * the database lost the start record of a synchronous run in a crash (its commit doesn't wait for the
 * disk), and then the run is recorded without it.
 *
 * @returns per row, true if it is recorded
 */
export async function resolveUnrecorded(
  db: Pool,
  rows: readonly CompletionRow[],
  recorded: readonly boolean[],
): Promise<boolean[]> {
  const refused = rows.filter((_, index) => !recorded[index]);
  const fates = await readOwnership(
    db,
    refused.map(({ execution }) => execution.executionId),
  );
  const unknown = refused.filter(
    ({ execution: { executionId, mode } }) => mode === 'sync' && isUnknown(fates.get(executionId)),
  );
  const again =
    unknown.length === 0
      ? []
      : await recordCompletions(
          db,
          unknown.map((row) => ({ ...row, hasRow: 'maybe' })),
          thisProcess().id,
        );
  const settled = new Set(unknown.filter((_, index) => again[index]));
  return rows.map(
    (row, index) =>
      recorded[index]! ||
      settled.has(row) ||
      hasSameTimes(fates.get(row.execution.executionId)?.log ?? null, row),
  );
}

const isUnknown = (fate: ExecutionOwnership | undefined): boolean =>
  fate !== undefined && !fate.hasRow && fate.log === null;

/** True if the log is of this very end: a process that takes an execution over logs other times. */
const hasSameTimes = (log: ExecutionOwnership['log'], { startedAtMs, endedAtMs }: CompletionRow): boolean =>
  log !== null && log.startedAtMs === startedAtMs && log.endedAtMs === endedAtMs;
