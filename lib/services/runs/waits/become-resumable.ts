import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { insertExecutions } from '../recording/insert-executions';
import type { JournalRecord } from '../recording/insert-steps';
import { storeJournal } from '../recording/store-journal';
import { sealedInput } from '../recording/stored-input';
import type { ExecutionRow } from '../shapes/execution-row';

const UNIQUE_VIOLATION = '23505';

const RESUME_LATER = `UPDATE runtime.execution SET mode = 'async', input = $3 WHERE id = $1 AND owner = $2`;

export interface ResumableRun {
  row: ExecutionRow;
  /** Resolves to true if its row is stored; a start record that is just being written is waited for. */
  hasRow: () => Promise<boolean>;
  /** Returns the records up to now, with the notes. */
  journal: () => readonly JournalRecord[];
}

/**
 * Makes a synchronous run resumable, because it is about to wait for something that may outlive its
 * process. Its row says so only once its journal is there, or blocks that have run would run again.
 */
export async function becomeResumable({ row, hasRow, journal }: ResumableRun): Promise<void> {
  if (!(await hasRow())) await store(row);
  // Blocks that end from now on are journalled as they end.
  const before = [...journal()];
  row.mode = 'async';
  await storeJournal(row.executionId, before);
  const values = [row.executionId, thisProcess().id, sealedInput(row)];
  await withDatabaseRetry(() => pool().query(RESUME_LATER, values), { repeatable: true });
  row.isSealed = true;
}

async function store(row: ExecutionRow): Promise<void> {
  try {
    const insert = () => insertExecutions(pool(), [{ ...row, mode: 'sync' }], thisProcess().id);
    await withDatabaseRetry(insert, { repeatable: true });
  } catch (error) {
    // Written by a try whose answer was lost.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
  }
}
