import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import type { JournalEntry } from '../../../core/engine/ports';
import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { storeJournal } from '../recording/store-journal';
import type { ExecutionRow } from '../shapes/execution-row';
import { readRecorded } from './read-recorded';
import { retainedJournal } from './retained-journal';

const READ_TRY = 'SELECT of_log_id, begun FROM runtime.run_try WHERE log_id = $1';

// Not by a process that has lost it meanwhile: the other one may still be writing.
const NOTE_BEGUN = `
UPDATE runtime.run_try t SET begun = true, from_block = $2 FROM runtime.execution e
WHERE t.log_id = $1 AND e.id = t.execution_id AND e.owner = $3`;

/**
 * Writes the journal that a later try goes on from: what the run before it did up to the block that failed. No
 * block runs before that is written, so whoever takes the try over may do it again. Where the log of that run
 * does not hold what is needed, because it is secret, redacted, too large or deleted, the try begins at the beginning.
 */
export async function beginTry(row: ExecutionRow, compiled: CompiledWorkflow): Promise<void> {
  const { rows } = await pool().query<{ of_log_id: string; begun: boolean }>(READ_TRY, [row.logId]);
  const [found] = rows;
  if (found === undefined || found.begun) return;
  const kept = await keptOf(found.of_log_id, row, compiled);
  if (kept !== null) await storeJournal(row.executionId, kept.entries);
  await pool().query(NOTE_BEGUN, [row.logId, kept?.from ?? null, thisProcess().id]);
}

/** Returns null if the try begins at the beginning. */
async function keptOf(
  logId: string,
  { workspaceId, version }: ExecutionRow,
  compiled: CompiledWorkflow,
): Promise<{ entries: JournalEntry[]; from: string } | null> {
  const [run] = await readRecorded([logId]);
  const recorded = run?.recorded ?? null;
  const from = recorded?.error?.blockId;
  if (recorded === null || from === undefined) return null;
  const kept = await retainedJournal(recorded, { compiled, workspaceId, version }, from);
  return 'refusal' in kept ? null : { entries: kept.entries, from };
}
