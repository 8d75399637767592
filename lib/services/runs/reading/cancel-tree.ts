import type { Pool } from 'pg';
import { notifyOfSql, notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { runningExecutions } from '../recording/running-executions';

const { queued: QUEUED, parked: PARKED, held: HELD } = QUEUE_STATE.sql;

// A parked or held one is queued, so that it ends. No hold keeps what is cancelled.
const CANCEL = `
WITH RECURSIVE tree (id) AS (
  SELECT $1::uuid
  UNION
  SELECT e.id FROM runtime.execution e JOIN tree t ON e.parent_id = t.id
), cancelled AS (
  UPDATE runtime.execution e SET cancelled = true,
    state = CASE WHEN e.state IN (${PARKED}, ${HELD}) THEN ${QUEUED} ELSE e.state END, hold_id = NULL,
    wake_at = CASE WHEN e.state IN (${PARKED}, ${HELD}) THEN now() ELSE e.wake_at END
  FROM tree t WHERE e.id = t.id
  RETURNING e.id
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM cancelled))
SELECT id, ${notifyOfSql('cancel', 'id::text')}, (SELECT count(*) FROM told) FROM cancelled`;

/** Asks for the end of an execution and of all that it has called, wherever they run. */
export async function cancelTree(db: Pool, executionId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(CANCEL, [executionId]);
  for (const { id } of rows) runningExecutions().get(id)?.controller.abort();
}
