import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { insertExecutions } from '../recording/insert-executions';
import { insertSteps, type JournalRecord, type Step, sealedStep } from '../recording/insert-steps';
import { sealedInput } from '../recording/stored-input';
import type { ExecutionRow } from '../shapes/execution-row';

const STEPS_AT_ONCE = 200;
/** Characters of their sealed texts; an entry that has more is written alone. */
const WEIGHT_AT_ONCE = 4 * 1024 * 1024;
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
  const owner = thisProcess().id;
  for await (const steps of inParts(row.executionId, before))
    await withDatabaseRetry(() => insertSteps(pool(), steps, owner), { repeatable: true });
  const values = [row.executionId, owner, sealedInput(row)];
  await withDatabaseRetry(() => pool().query(RESUME_LATER, values), { repeatable: true });
  row.isSealed = true;
}

async function* inParts(executionId: string, entries: readonly JournalRecord[]): AsyncGenerator<Step[]> {
  let part: Step[] = [];
  let weight = 0;
  for (const entry of entries) {
    const step = await sealedStep(executionId, entry);
    if (part.length === STEPS_AT_ONCE || (part.length > 0 && weight + step.sealed.length > WEIGHT_AT_ONCE)) {
      yield part;
      [part, weight] = [[], 0];
    }
    part.push(step);
    weight += step.sealed.length;
  }
  if (part.length > 0) yield part;
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
