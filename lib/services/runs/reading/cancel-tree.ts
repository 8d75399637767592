import type { Pool } from 'pg';
import { notifyOfSql, notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { runningExecutions } from '../recording/running-executions';

const { queued: QUEUED, running: RUNNING, parked: PARKED, held: HELD, waiting: WAITING } = QUEUE_STATE.sql;
const RESTS = `e.state IN (${PARKED}, ${HELD}, ${WAITING}, ${QUEUE_STATE.sql.delayed})`;

// One that rests is queued, so that it ends; one whose caller waits for its turn ends in the process that has
// the caller. No hold keeps what is cancelled.
const CANCEL = `
WITH RECURSIVE tree (id) AS (
  SELECT $1::uuid
  UNION
  SELECT e.id FROM runtime.execution e JOIN tree t ON e.parent_id = t.id
), cancelled AS (
  UPDATE runtime.execution e SET cancelled = true,
    state = CASE WHEN e.state = ${WAITING} AND e.waiter IS NOT NULL THEN ${RUNNING}
      WHEN ${RESTS} THEN ${QUEUED} ELSE e.state END,
    owner = CASE WHEN e.state = ${WAITING} THEN e.waiter ELSE e.owner END, hold_id = NULL,
    wake_at = CASE WHEN ${RESTS} THEN now() ELSE e.wake_at END
  FROM tree t WHERE e.id = t.id
  RETURNING e.id
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM cancelled))
SELECT id, ${notifyOfSql('cancel', 'id::text')}, ${notifyOfSql('turn', 'id::text')}, (SELECT count(*) FROM told) FROM cancelled`;

/** Asks for the end of an execution and of all that it has called, wherever they run. */
export async function cancelTree(db: Pool, executionId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(CANCEL, [executionId]);
  for (const { id } of rows) runningExecutions().get(id)?.controller.abort();
}
