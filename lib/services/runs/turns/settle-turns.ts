import type { ClientBase } from 'pg';
import { pool } from '../../../platform/postgres/db';
import { inTransaction } from '../../../platform/postgres/in-transaction';
import { notifyOfSql, notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import type { Beyond } from '../shapes/run-limits';

/** Runs that one step lets go. */
const MAX_STEP = 500;
const ANY_NUMBER = '9223372036854775807';
/** A caller that is refused removes its start itself; one that died, or a schedule, does not. */
const REFUSED_AFTER_SECONDS = 10;

const { queued: QUEUED, running: RUNNING, waiting: WAITING } = QUEUE_STATE.sql;

const LOCK = `
SELECT at_once, per_key, beyond FROM runtime.run_limit WHERE workflow_id = $1 FOR UPDATE`;

// Those of a workflow that has no limit any more have had their turn. Without a row to lock two processes may
// do the same; each row is changed once.
const LET_ALL_GO = `
WITH next AS MATERIALIZED (
  SELECT e.id FROM runtime.execution e WHERE e.state = ${WAITING} AND e.workflow_id = $1
  ORDER BY e.turn_order LIMIT ${MAX_STEP} FOR UPDATE SKIP LOCKED
)`;

/** Returns SQL for the number that may go on beside those that have their turn; $5: the most of one step. */
const room = (limit: string, which: string): string => `greatest(0, coalesce(least($5::bigint,
      ${limit}::bigint - CASE WHEN ${limit}::bigint IS NULL THEN 0 ELSE (
        SELECT count(*) FROM runtime.execution g WHERE ${which} AND g.turn_at IS NOT NULL) END), ${ANY_NUMBER}))`;

// Its own snapshot, taken under the lock of the workflow's limits: nobody else gives turns meanwhile, and what
// has ended is gone. A loose index scan walks the keys that wait, with a probe each; of each key it takes
// the oldest for which there is room.
const NEXT = `
WITH RECURSIVE walk (key) AS (
  (SELECT e.turn_key FROM runtime.execution e WHERE e.state = ${WAITING} AND e.workflow_id = $1
   ORDER BY e.turn_key LIMIT 1)
  UNION ALL
  SELECT (SELECT e.turn_key FROM runtime.execution e
    WHERE e.state = ${WAITING} AND e.workflow_id = $1 AND e.turn_key > w.key ORDER BY e.turn_key LIMIT 1)
  FROM walk w WHERE w.key IS NOT NULL
), candidate AS MATERIALIZED (
  SELECT o.* FROM walk w CROSS JOIN LATERAL (
    SELECT e.id, e.priority, e.turn_order FROM runtime.execution e
    WHERE e.state = ${WAITING} AND e.workflow_id = $1 AND e.turn_key = w.key
    ORDER BY e.priority DESC, e.turn_order
    LIMIT ${room('$3', 'g.workflow_id = $1 AND g.turn_key = w.key')}
  ) o WHERE w.key IS NOT NULL
), next AS MATERIALIZED (
  SELECT id FROM candidate ORDER BY priority DESC, turn_order
  LIMIT ${room('$2', 'g.workflow_id = $1')}
), beyond AS MATERIALIZED (
  SELECT w.id, CASE $4::text WHEN 'replace' THEN 'replaced' ELSE 'skipped' END AS reason FROM (
    SELECT e.id, e.accepted_at, row_number() OVER (
      PARTITION BY e.turn_key ORDER BY e.turn_order DESC) AS newest
    FROM runtime.execution e
    WHERE $4::text <> 'wait' AND e.state = ${WAITING} AND e.workflow_id = $1
      AND e.id <> ALL (ARRAY(SELECT id FROM next))
  ) w
  WHERE $4::text = 'skip' OR ($4::text = 'replace' AND w.newest > 1)
    OR ($4::text = 'refuse' AND w.accepted_at < now() - interval '${REFUSED_AFTER_SECONDS} seconds')
)`;

/**
 * Those that a process waits for begin there at once; if it died, they are taken over from it as from any
 * other. The time in the queue of the others counts from `wake_at`.
 */
const GOES = `
  state = CASE WHEN e.waiter IS NULL THEN ${QUEUED} ELSE ${RUNNING} END, owner = e.waiter,
  started_at = CASE WHEN e.waiter IS NULL THEN NULL ELSE now() END, wake_at = now()`;

const GIVE = (end: string): string => `, granted AS (
  UPDATE runtime.execution e SET turn_at = now(), ${GOES}
  WHERE e.id = ANY (ARRAY(SELECT id FROM next)) AND e.state = ${WAITING} RETURNING e.id, e.waiter
)${end}, gone AS (SELECT * FROM granted ${end === '' ? '' : 'UNION ALL SELECT * FROM ended'}
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM gone WHERE waiter IS NULL)
), woken AS (SELECT ${notifyOfSql('turn', 'id::text')} FROM gone WHERE waiter IS NOT NULL)
SELECT (SELECT count(*) FROM granted)::integer AS granted,
  (SELECT count(*) FROM told), (SELECT count(*) FROM woken)`;

const SETTLE =
  NEXT +
  GIVE(`, ended AS (
  UPDATE runtime.execution e SET cancelled = true, end_reason = b.reason, ${GOES}
  FROM beyond b WHERE e.id = b.id AND e.state = ${WAITING} RETURNING e.id, e.waiter
)`);

interface LimitRow {
  at_once: number | null;
  per_key: number | null;
  beyond: Beyond;
}

/** Locks the limits of a workflow, so that nobody else gives turns of it until the transaction ends. */
export async function lockLimits(client: ClientBase, workflowId: string): Promise<LimitRow | null> {
  const { rows } = await client.query<LimitRow>({ name: 'lock-limits', text: LOCK, values: [workflowId] });
  return rows[0] ?? null;
}

/** Gives the next turns under the lock. @returns true if there may be more to give at once */
export async function giveTurns(
  client: ClientBase,
  workflowId: string,
  limits: LimitRow | null,
): Promise<boolean> {
  if (limits === null || (limits.at_once === null && limits.per_key === null)) {
    const text = `${LET_ALL_GO}${GIVE('')}`;
    const { rows } = await client.query({ name: 'let-all-go', text, values: [workflowId] });
    return rows[0].granted === MAX_STEP;
  }
  // A statement that skips or replaces the rest must have looked at all of it.
  const most = limits.beyond === 'wait' ? MAX_STEP : null;
  const { rows } = await client.query({
    name: 'settle-turns',
    text: SETTLE,
    values: [workflowId, limits.at_once, limits.per_key, limits.beyond, most],
  });
  return rows[0].granted === MAX_STEP;
}

/**
 * Gives the next turns of a workflow, in order, and ends what its limits don't let wait. Exact whoever else
 * does the same: the count is read under the lock. @returns true if there may be more to give at once
 */
export const settleTurns = (workflowId: string): Promise<boolean> =>
  inTransaction(pool(), async (client) =>
    giveTurns(client, workflowId, await lockLimits(client, workflowId)),
  );
