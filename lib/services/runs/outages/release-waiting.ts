import { pool } from '../../../platform/postgres/db';
import { notifySql, notifyThisProcess } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { WAKE } from '../recording/parked-runs';
import { isReleasing } from './outage-sql';

const STEP_MS = 250;
const STEPS_A_SECOND = 1_000 / STEP_MS;
/** The most runs that one step lets go on. */
const MAX_BATCH = 250;
/** Waits that one look returns whose outage is gone. */
const MAX_RETURNED = 500;
/** Missing outages that one look finds. */
const MAX_LOST = 100;

const { parked: PARKED } = QUEUE_STATE.sql;

// The batch grows by a quarter with each step, and the next is due when the requests of this one are: what was
// late is not made up for. An outage that nothing waits for has ended.
const RELEASE = `
WITH outage AS MATERIALIZED (
  SELECT o.id, o.batch, o.per_second, CASE WHEN o.per_second IS NULL THEN o.batch
    ELSE greatest(1, least(o.batch, floor(o.per_second / ${STEPS_A_SECOND})))::integer END AS room
  FROM runtime.server_outage o
  WHERE o.id = $1 AND o.next_at <= clock_timestamp() AND ${isReleasing('o')} FOR UPDATE OF o SKIP LOCKED
), next AS MATERIALIZED (
  SELECT w.id, w.execution_id FROM runtime.execution_wait w
  WHERE w.outage_id = (SELECT id FROM outage) AND w.answered_at IS NULL
  ORDER BY w.id LIMIT (SELECT room FROM outage) FOR UPDATE OF w
), ended AS (
  UPDATE runtime.execution_wait w SET answered_at = now(), server_end = 'back'
  WHERE w.id = ANY (ARRAY(SELECT id FROM next)) RETURNING w.id
), woken AS (
  UPDATE runtime.execution e SET ${WAKE}
  WHERE e.state = ${PARKED} AND e.id = ANY (ARRAY(SELECT execution_id FROM next)) RETURNING e.id
), moved AS (
  UPDATE runtime.server_outage o SET batch = least(${MAX_BATCH}, o.batch + greatest(1, o.batch / 4)),
    next_at = clock_timestamp() + CASE WHEN o.per_second IS NULL THEN interval '${STEP_MS} milliseconds'
      ELSE interval '1 second' * (SELECT count(*) FROM next) / o.per_second END
  FROM outage WHERE o.id = outage.id AND EXISTS (SELECT FROM next)
), forgotten AS (
  DELETE FROM runtime.server_outage o USING outage
  WHERE o.id = outage.id AND NOT EXISTS (SELECT FROM next) RETURNING o.id
), queued AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM woken)
), told AS (SELECT ${notifySql('outages')} WHERE EXISTS (SELECT FROM forgotten))
SELECT (SELECT count(*) FROM ended)::integer AS released, (SELECT count(*) FROM queued),
  (SELECT count(*) FROM told)::integer AS told`;

/** Lets the next runs go on that wait for a server, oldest first, or ends its outage. @returns how many */
export async function releaseWaiting(outageId: string): Promise<number> {
  const { rows } = await pool().query<{ released: number; told: number }>({
    name: 'release-waiting',
    text: RELEASE,
    values: [outageId],
  });
  const { released = 0, told = 0 } = rows[0] ?? {};
  if (told > 0) notifyThisProcess('outages', '');
  return released;
}

// A loose index scan: one probe for each outage that something waits for, however much does.
const RETURN_LOST = `
WITH RECURSIVE named (id) AS (
  (SELECT w.outage_id FROM runtime.execution_wait w WHERE w.outage_id IS NOT NULL AND w.answered_at IS NULL
   ORDER BY w.outage_id LIMIT 1)
  UNION ALL
  SELECT (SELECT w.outage_id FROM runtime.execution_wait w
    WHERE w.outage_id > n.id AND w.answered_at IS NULL ORDER BY w.outage_id LIMIT 1)
  FROM named n WHERE n.id IS NOT NULL
), lost AS MATERIALIZED (
  SELECT n.id FROM named n
  WHERE n.id IS NOT NULL AND NOT EXISTS (SELECT FROM runtime.server_outage o WHERE o.id = n.id)
  LIMIT ${MAX_LOST}
), next AS MATERIALIZED (
  SELECT w.id, w.execution_id FROM runtime.execution_wait w
  WHERE w.outage_id = ANY (ARRAY(SELECT id FROM lost)) AND w.answered_at IS NULL
  ORDER BY w.id LIMIT ${MAX_RETURNED} FOR UPDATE SKIP LOCKED
), ended AS (
  UPDATE runtime.execution_wait w SET answered_at = now(), server_end = 'back'
  WHERE w.id = ANY (ARRAY(SELECT id FROM next)) RETURNING w.id
), woken AS (
  UPDATE runtime.execution e SET ${WAKE}
  WHERE e.state = ${PARKED} AND e.id = ANY (ARRAY(SELECT execution_id FROM next)) RETURNING e.id
), queued AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM woken))
SELECT (SELECT count(*) FROM ended)::integer AS returned, (SELECT count(*) FROM queued)`;

/** Lets runs go on whose outage ended just as they began to wait for it. @returns how many */
export async function returnLostWaits(): Promise<number> {
  const { rows } = await pool().query<{ returned: number }>({ name: 'return-lost-waits', text: RETURN_LOST });
  return rows[0]?.returned ?? 0;
}
