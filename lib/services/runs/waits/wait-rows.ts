import type { ClientBase } from 'pg';
import type { Answerer, WaitForm } from '../../../core/blocks/outside-work';
import { iterationOf } from '../../../core/engine/request-key';
import { open, seal } from '../../../platform/encryption/encryption';
import { pool } from '../../../platform/postgres/db';
import { inTransaction } from '../../../platform/postgres/in-transaction';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { eventToNote, noteEvent } from '../../outgoing-webhooks/note-event';
import { runWaiting } from '../../outgoing-webhooks/other-events';
import { wantsRunEvent } from '../../outgoing-webhooks/run-event-wishes';
import type { ExecutionRow } from '../shapes/execution-row';

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
  ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}, true AS is_new
)
SELECT * FROM begun UNION ALL SELECT ${COLUMNS}, false FROM runtime.execution_wait WHERE id = $1 LIMIT 1`;

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

interface BegunRow extends WaitRow {
  /** False for one that an earlier try of the run began. */
  is_new: boolean;
}

type WaitingRun = Pick<
  ExecutionRow,
  'workspaceId' | 'workflowId' | 'executionId' | 'logId' | 'trigger' | 'tags'
>;

/** Puts a wait on disk, or finds it there. Subscriptions that want to know of it are told, once. */
export async function beginWait(run: WaitingRun, wait: NewWait): Promise<StoredWait> {
  const { id, step, startedMs, dueMs, form } = wait;
  const { executionId, workspaceId } = run;
  const sealed = form === null ? null : seal(writeJson(form), id);
  const values = [id, executionId, workspaceId, step, dueMs, sealed, startedMs];
  const begin = async (db: Pick<ClientBase, 'query'>) => (await db.query<BegunRow>(BEGIN, values)).rows[0]!;
  const isWanted = await wantsRunEvent(run, 'run.waiting');
  const beginAndTell = async (client: ClientBase): Promise<BegunRow> => {
    const row = await begin(client);
    if (!row.is_new) return row;
    const about = { ...iterationOf(step), kind: form?.kind ?? ('time' as const), startedMs, dueMs };
    await noteEvent(client, eventToNote(runWaiting(run, about)));
    return row;
  };
  const row = await withDatabaseRetry(
    () => (isWanted ? inTransaction(pool(), beginAndTell) : begin(pool())),
    { repeatable: true },
  );
  return storedWait(id, row);
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
