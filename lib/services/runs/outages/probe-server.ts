import { LOWEST_ID } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { notifySql, notifyThisProcess } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { WAKE } from '../recording/parked-runs';
import { isReleasing, MOST_WAITING } from './outage-sql';

/** Time between looks at a probe that has not reported: its run may have ended, or its report may be lost. */
const LOOK_AGAIN_SECONDS = 60;
/** A probe that reports nothing for so long is given up. */
const GIVE_UP_MINUTES = 15;

const { parked: PARKED } = QUEUE_STATE.sql;

const nextAfter = (lap: number, which: string): string => `
  (SELECT w.id, w.execution_id, ${lap} AS lap FROM runtime.execution_wait w
   WHERE w.outage_id = o.id AND w.answered_at IS NULL
     AND w.id ${which} coalesce(o.last_probe_id, '${LOWEST_ID}')
     AND EXISTS (SELECT FROM runtime.execution e WHERE e.id = w.execution_id AND NOT e.cancelled)
   ORDER BY w.id LIMIT 1)`;

// In turns, so that a run that fails for a reason of its own doesn't stand for its server. An outage that
// nothing waits for is forgotten: whoever sends next finds out.
const PROBE = `
WITH outage AS MATERIALIZED (
  SELECT o.* FROM runtime.server_outage o
  WHERE o.id = $1 AND o.next_at <= clock_timestamp() AND NOT ${isReleasing('o')}
  FOR UPDATE OF o SKIP LOCKED
), busy AS MATERIALIZED (
  SELECT o.id FROM outage o JOIN runtime.execution_wait w ON w.id = o.probe_id
  JOIN runtime.execution e ON e.id = w.execution_id
  WHERE o.probed_at > clock_timestamp() - interval '${GIVE_UP_MINUTES} minutes'
    AND NOT EXISTS (SELECT FROM runtime.execution_step s WHERE s.execution_id = e.id AND s.block_id = w.step)
), next AS MATERIALIZED (
  SELECT c.id, c.execution_id FROM outage o CROSS JOIN LATERAL (
    ${nextAfter(0, '>')}
    UNION ALL
    ${nextAfter(1, '<=')}
    ORDER BY lap LIMIT 1
  ) AS c
  WHERE NOT EXISTS (SELECT FROM busy)
), begun AS (
  UPDATE runtime.execution_wait w SET answered_at = now(), server_end = 'probe'
  WHERE w.id = (SELECT id FROM next) AND w.answered_at IS NULL RETURNING w.id
), woken AS (
  UPDATE runtime.execution e SET ${WAKE}
  WHERE e.state = ${PARKED} AND e.id = (SELECT execution_id FROM next) RETURNING e.id
), moved AS (
  UPDATE runtime.server_outage o SET
    next_at = clock_timestamp() + interval '${LOOK_AGAIN_SECONDS} seconds',
    probe_id = coalesce((SELECT id FROM next), o.probe_id),
    last_probe_id = coalesce((SELECT id FROM next), o.last_probe_id),
    probed_at = CASE WHEN EXISTS (SELECT FROM next) THEN clock_timestamp() ELSE o.probed_at END
  FROM outage WHERE o.id = outage.id AND (EXISTS (SELECT FROM next) OR EXISTS (SELECT FROM busy))
), forgotten AS (
  DELETE FROM runtime.server_outage o USING outage
  WHERE o.id = outage.id AND NOT EXISTS (SELECT FROM next) AND NOT EXISTS (SELECT FROM busy) RETURNING o.id
), queued AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM woken)
), told AS (SELECT ${notifySql('outages')} WHERE EXISTS (SELECT FROM forgotten))
SELECT (SELECT count(*) FROM begun)::integer AS probes, (SELECT count(*) FROM queued),
  (SELECT count(*) FROM told)::integer AS told`;

/** Lets the next run that waits for a server make one attempt. @returns 0 if one is under way or none waits */
export async function probeServer(outageId: string): Promise<number> {
  const { rows } = await pool().query<{ probes: number; told: number }>({
    name: 'probe-server',
    text: PROBE,
    values: [outageId],
  });
  const { probes = 0, told = 0 } = rows[0] ?? {};
  if (told > 0) notifyThisProcess('outages', '');
  return probes;
}

const MARK_FULL = `
UPDATE runtime.server_outage o SET is_full = NOT o.is_full
WHERE o.is_full <> EXISTS (
  SELECT FROM runtime.execution_wait w WHERE w.outage_id = o.id AND w.answered_at IS NULL
  OFFSET ${MOST_WAITING - 1} LIMIT 1)`;

/** Notes for which servers as many blocks wait as may, so that nobody has to count as one begins to. */
export async function markFullOutages(): Promise<void> {
  await pool().query({ name: 'mark-full-outages', text: MARK_FULL });
}
