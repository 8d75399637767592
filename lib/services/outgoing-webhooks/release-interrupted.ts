import { pool } from '../../platform/postgres/db';
import { isSteady, thisProcess } from '../../platform/postgres/process-lease';
import { CAUSE, OUTCOME, STATE } from './delivery-state';
import { DELIVERY_TIMEOUT_MS } from './exchange';
import { MAX_ATTEMPTS, MAX_EXTENDED_ATTEMPTS, WAITS_MS } from './retry-schedule';

/**
 * An attempt lasts 30 s at most. A claim of this process that is older and that it doesn't know of was lost:
 * the response of the claiming statement never arrived.
 */
const CLAIM_TIMEOUT_MS = DELIVERY_TIMEOUT_MS + 15_000;
/** An interrupted attempt's number is used again so often; after that it counts as failed. */
const MAX_INTERRUPTIONS = 3;
const MOST = 500;

// It is unknown whether the POST went out before the crash, so it is sent again under the same id: a
// duplicate that receivers can drop, never a loss. Each interruption leaves an attempt row, so that every
// duplicate is explained. A living process keeps its claims for as long as it takes: it may be waiting for
// the database to record how they ended.
const RELEASE = `
WITH dead AS (
  SELECT p.*, p.interruptions >= ${MAX_INTERRUPTIONS} AS worn,
    p.interruptions >= ${MAX_INTERRUPTIONS} AND (p.cause <> ${CAUSE.sql.schedule}
      OR p.attempts + 1 >=
        CASE WHEN s.extended_retries THEN ${MAX_EXTENDED_ATTEMPTS} ELSE ${MAX_ATTEMPTS} END) AS over
  FROM runtime.webhook_pending p LEFT JOIN runtime.process o ON o.id = p.lease_owner
  LEFT JOIN webhook_subscription s ON s.id = p.subscription_id
  WHERE p.lease_token IS NOT NULL AND (
    (p.lease_owner = $1 AND p.leased_at < now() - ${CLAIM_TIMEOUT_MS} * interval '1 millisecond'
      AND p.lease_token <> ALL($5::uuid[]))
    OR (p.lease_owner <> $1 AND ${isSteady('$1', '$4', '$3')}
      AND (o.id IS NULL OR o.heartbeat_at < now() - $3 * interval '1 millisecond')))
  ORDER BY p.delivery_id LIMIT ${MOST} FOR UPDATE OF p SKIP LOCKED
), freed AS (
  UPDATE runtime.webhook_pending p SET lease_token = NULL, lease_owner = NULL, leased_at = NULL,
    attempts = CASE WHEN d.worn THEN p.attempts + 1 ELSE p.attempts END,
    interruptions = CASE WHEN d.worn THEN 0 ELSE p.interruptions + 1 END,
    next_at = CASE WHEN d.worn THEN now() + ($2::integer[])[p.attempts + 1] * interval '1 millisecond'
      ELSE now() END
  FROM dead d WHERE p.delivery_id = d.delivery_id AND NOT d.over
), dropped AS (
  DELETE FROM runtime.webhook_pending p USING dead d WHERE p.delivery_id = d.delivery_id AND d.over
), attempt AS (
  INSERT INTO runtime.webhook_attempt (created_at, id, delivery_id, number, cause, outcome, started_at,
    reason, redelivery_id)
  SELECT created_at, lease_token, delivery_id, attempts + 1, cause, ${OUTCOME.sql.interrupted}, leased_at,
    'The process that sent it stopped before it knew the answer. It may have arrived.', redelivery_id
  FROM dead
), delivery AS (
  UPDATE runtime.webhook_delivery w SET attempts = w.attempts + 1,
    last_status = NULL, last_reason = 'The process that sent it stopped before it knew the answer.',
    finished_at = CASE WHEN d.over THEN now() END,
    state = CASE WHEN NOT d.over THEN ${STATE.sql.pending} WHEN w.acknowledged_at IS NULL
      THEN ${STATE.sql.failed}
      ELSE ${STATE.sql.succeeded} END
  FROM dead d WHERE w.id = d.delivery_id AND w.created_at = d.created_at
)
SELECT count(*)::integer AS released FROM dead`;

/**
 * Gives back what dead processes were sending; `underWay` are the tokens of what this process is sending.
 * @returns how many
 */
export async function releaseInterrupted(underWay: readonly string[]): Promise<number> {
  const { id, timing } = thisProcess();
  const { rows } = await pool().query<{ released: number }>({
    name: 'release-interrupted',
    text: RELEASE,
    values: [id, WAITS_MS, timing.leaseMs, timing.gapMs, underWay],
  });
  return rows[0]?.released ?? 0;
}
