import type { Answerer, WaitForm } from '../../../core/blocks/outside-work';
import { open, seal } from '../../../platform/encryption/encryption';
import { pool } from '../../../platform/postgres/db';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';

/** The answer to a wait. */
export interface WaitAnswer {
  decision: 'approved' | 'rejected' | null;
  data: unknown;
  /** Absent in answers of earlier versions. */
  by?: Answerer;
}

export interface StoredWait {
  startedMs: number;
  dueMs: number | null;
  answer: (WaitAnswer & { answeredMs: number }) | null;
}

interface NewWait {
  id: string;
  executionId: string;
  workspaceId: string;
  step: string;
  startedMs: number;
  dueMs: number | null;
  form: WaitForm | null;
}

const COLUMNS = `(extract(epoch FROM started_at) * 1000)::float8 AS started_ms,
  (extract(epoch FROM due_at) * 1000)::float8 AS due_ms, answer,
  (extract(epoch FROM answered_at) * 1000)::float8 AS answered_ms`;

// A run that is resumed finds its wait as it was first begun.
const BEGIN = `
WITH begun AS (
  INSERT INTO runtime.execution_wait (id, execution_id, workspace_id, step, due_at, form, started_at)
  VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6, to_timestamp($7::float8 / 1000))
  ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}
)
SELECT * FROM begun UNION ALL SELECT ${COLUMNS} FROM runtime.execution_wait WHERE id = $1 LIMIT 1`;

const READ = `SELECT ${COLUMNS} FROM runtime.execution_wait WHERE id = $1`;

const KEPT_DAYS = 60;
const FORGET = `
DELETE FROM runtime.execution_wait w WHERE w.started_at < now() - interval '${KEPT_DAYS} days'
  AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.id = w.execution_id)`;

interface WaitRow {
  started_ms: number;
  due_ms: number | null;
  answer: Buffer | null;
  answered_ms: number | null;
}

/** Puts a wait on disk, or finds it there. */
export async function beginWait(wait: NewWait): Promise<StoredWait> {
  const { id, executionId, workspaceId, step, startedMs, dueMs, form } = wait;
  const sealed = form === null ? null : seal(writeJson(form), id);
  const values = [id, executionId, workspaceId, step, dueMs, sealed, startedMs];
  const { rows } = await withDatabaseRetry(() => pool().query<WaitRow>(BEGIN, values), { repeatable: true });
  return storedWait(id, rows[0]!);
}

export async function readWait(id: string): Promise<StoredWait | null> {
  const read = () => pool().query<WaitRow>({ name: 'read-wait', text: READ, values: [id] });
  const { rows } = await withDatabaseRetry(read, { repeatable: true });
  return rows[0] === undefined ? null : storedWait(id, rows[0]);
}

/** Deletes the waits of runs that ended long ago; until then the page of an old link shows the outcome. */
export async function forgetOldWaits(): Promise<void> {
  await pool().query(FORGET);
}

export const sealAnswer = (id: string, answer: WaitAnswer): Buffer => seal(writeJson(answer), id);

function storedWait(id: string, row: WaitRow): StoredWait {
  const { started_ms, due_ms, answer, answered_ms } = row;
  return {
    startedMs: Math.round(started_ms),
    dueMs: due_ms,
    answer:
      answer === null || answered_ms === null
        ? null
        : { ...(parseExact(open(answer, id)) as WaitAnswer), answeredMs: answered_ms },
  };
}
