import { pool } from '../../../platform/postgres/db';
import { notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';

/** Rows of each kind that one step queues. */
const MAX_STEP = 500;
/** Workflows that one look finds. */
const MAX_WORKFLOWS = 1_000;

const { queued: QUEUED, held: HELD, waiting: WAITING, delayed: DELAYED } = QUEUE_STATE.sql;

// Queues those whose time has come, and those that are too late to begin: the claim ends them.
const QUEUE_DUE = `
WITH due AS MATERIALIZED (
  SELECT id FROM runtime.execution WHERE state = ${DELAYED} AND start_at <= now()
  ORDER BY start_at LIMIT ${MAX_STEP} FOR UPDATE SKIP LOCKED
), late AS MATERIALIZED (
  SELECT id FROM runtime.execution
  WHERE expires_at IS NOT NULL AND state IN (${DELAYED}, ${WAITING}, ${HELD}) AND expires_at <= now()
    AND id <> ALL (ARRAY(SELECT id FROM due))
  ORDER BY expires_at LIMIT ${MAX_STEP} FOR UPDATE SKIP LOCKED
), queued AS (
  UPDATE runtime.execution e SET state = ${QUEUED}, hold_id = NULL, wake_at = now()
  WHERE e.id = ANY (ARRAY(SELECT id FROM due UNION ALL SELECT id FROM late)) RETURNING e.id
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM queued))
SELECT greatest((SELECT count(*) FROM due), (SELECT count(*) FROM late))::integer AS most,
  (SELECT count(*) FROM told),
  extract(epoch FROM least(
    (SELECT min(start_at) FROM runtime.execution WHERE state = ${DELAYED} AND start_at > now()),
    (SELECT min(expires_at) FROM runtime.execution
     WHERE expires_at IS NOT NULL AND state IN (${DELAYED}, ${WAITING}, ${HELD}) AND expires_at > now())
  ) - now())::float8 * 1000 AS next_ms`;

/** Queues what is due, or too late. @returns milliseconds until the next; 0 if there is more of it now */
export async function queueDueRuns(): Promise<number> {
  const { rows } = await pool().query<{ most: number; next_ms: number | null }>({
    name: 'queue-due-runs',
    text: QUEUE_DUE,
  });
  const [due] = rows;
  if (due?.most === MAX_STEP) return 0;
  return due?.next_ms ?? Number.POSITIVE_INFINITY;
}

// A loose index scan: one probe for each workflow with runs that wait.
const FIND_WAITING = `
WITH RECURSIVE walk (id) AS (
  (SELECT e.workflow_id FROM runtime.execution e WHERE e.state = ${WAITING} ORDER BY e.workflow_id LIMIT 1)
  UNION ALL
  SELECT (SELECT e.workflow_id FROM runtime.execution e
    WHERE e.state = ${WAITING} AND e.workflow_id > w.id ORDER BY e.workflow_id LIMIT 1)
  FROM walk w WHERE w.id IS NOT NULL
)
SELECT id FROM walk WHERE id IS NOT NULL LIMIT ${MAX_WORKFLOWS}`;

/** Returns the workflows with runs that wait for their turn. */
export async function workflowsWithWaiting(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({ name: 'find-waiting', text: FIND_WAITING });
  return rows.map(({ id }) => id);
}
