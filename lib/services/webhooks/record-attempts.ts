import { metrics } from '../../platform/metrics/metrics';
import { isDataFault } from '../../platform/postgres/database-faults';
import { pool } from '../../platform/postgres/db';
import { createGroupWriter, type GroupWriter } from '../../platform/postgres/group-writer';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { processSingleton } from '../../platform/process-singleton';
import type { EndedAttempt } from './attempt-delivery';
import { DISABLE_AFTER_FAILURES, DISABLE_AFTER_MS, disableFailing } from './auto-disable';
import { headerPairs } from './wire-exchange';

const MAX_GROUP = 100;

// One statement for a group of ended attempts. Only what still holds its lease counts: whoever lost it (a
// process that stood still) finds its token gone and changes nothing. The wait counts from here, after the
// attempt's end, on the database's clock. Health rows are locked in sorted order, so that groups of several
// workers can't deadlock.
const RECORD_ATTEMPTS = `
WITH ended AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::integer[], $6::text[], $7::text[], $8::float8[], $9::integer[],
    $10::integer[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bytea[], $16::boolean[], $17::text[], $18::float8[],
    $19::uuid[]
  ) AS t(delivery_id, created_at, token, subscription_id, number, cause, outcome, started_ms, duration_ms, status, code, reason,
    request, response, response_body, response_truncated, timing, wait_ms, redelivery_id)
), over AS (
  DELETE FROM runtime.webhook_pending p USING ended e
  WHERE p.delivery_id = e.delivery_id AND p.lease_token = e.token AND e.wait_ms IS NULL
  RETURNING p.delivery_id, NULL::timestamptz AS next_at
), again AS (
  UPDATE runtime.webhook_pending p SET attempts = e.number, interruptions = 0, lease_token = NULL, lease_owner = NULL,
    leased_at = NULL, next_at = clock_timestamp() + e.wait_ms * interval '1 millisecond'
  FROM ended e
  WHERE p.delivery_id = e.delivery_id AND p.lease_token = e.token AND e.wait_ms IS NOT NULL
  RETURNING p.delivery_id, p.next_at
), held AS MATERIALIZED (
  SELECT e.*, h.next_at FROM ended e
  JOIN (SELECT * FROM over UNION ALL SELECT * FROM again) h ON h.delivery_id = e.delivery_id
), attempt AS (
  INSERT INTO runtime.webhook_attempt (created_at, id, delivery_id, number, cause, outcome, started_at, duration_ms, status, code,
    reason, request, response, response_body, response_truncated, timing, retry_at, redelivery_id)
  SELECT created_at, token, delivery_id, number, cause, outcome, to_timestamp(started_ms / 1000), duration_ms, status, code,
    reason, request, response, response_body, response_truncated, timing, next_at, redelivery_id
  FROM held WHERE outcome <> 'cancelled'
), delivery AS (
  UPDATE runtime.webhook_delivery d SET
    attempts = d.attempts + CASE WHEN h.outcome = 'cancelled' THEN 0 ELSE 1 END,
    last_status = CASE WHEN h.outcome = 'cancelled' THEN d.last_status ELSE h.status END,
    last_reason = h.reason,
    acknowledged_at = CASE WHEN h.outcome = 'succeeded' THEN coalesce(d.acknowledged_at, now()) ELSE d.acknowledged_at END,
    finished_at = CASE WHEN h.next_at IS NULL THEN now() END,
    state = CASE WHEN h.next_at IS NOT NULL THEN 'pending'
      WHEN h.outcome = 'succeeded' OR d.acknowledged_at IS NOT NULL THEN 'succeeded' ELSE h.outcome END
  FROM held h WHERE d.id = h.delivery_id AND d.created_at = h.created_at
), tally AS (
  SELECT subscription_id, count(*) FILTER (WHERE outcome = 'succeeded') AS successes, count(*) AS attempts, max(reason)
    FILTER (WHERE outcome = 'failed') AS reason
  FROM held WHERE outcome <> 'cancelled' GROUP BY subscription_id ORDER BY subscription_id
), health AS (
  INSERT INTO runtime.webhook_health AS w
    (subscription_id, failures, failing_since, last_success_at, last_failure_at, last_reason)
  SELECT subscription_id, CASE WHEN successes > 0 THEN 0 ELSE attempts END, CASE WHEN successes = 0 THEN now() END,
    CASE WHEN successes > 0 THEN now() END, CASE WHEN attempts > successes THEN now() END, reason
  FROM tally ORDER BY subscription_id
  ON CONFLICT (subscription_id) DO UPDATE SET
    failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE w.failures + excluded.failures END,
    failing_since = CASE WHEN excluded.failures = 0 THEN NULL ELSE coalesce(w.failing_since, excluded.failing_since) END,
    last_success_at = coalesce(excluded.last_success_at, w.last_success_at),
    last_failure_at = coalesce(excluded.last_failure_at, w.last_failure_at),
    last_reason = coalesce(excluded.last_reason, w.last_reason)
  RETURNING subscription_id, failures >= $20 AND failing_since < now() - $21 * interval '1 millisecond' AS hopeless
)
SELECT h.delivery_id, w.subscription_id AS hopeless FROM held h
LEFT JOIN health w ON w.subscription_id = h.subscription_id AND w.hopeless`;

/** Records an attempt with others of this process. @returns false when its lease had been lost */
export async function recordAttempt(attempt: EndedAttempt): Promise<boolean> {
  const recorded = await writer()(attempt);
  metrics().deliveryAttempted(attempt.outcome);
  return recorded;
}

const writer = (): GroupWriter<EndedAttempt, boolean> =>
  processSingleton('webhook-attempts', () =>
    createGroupWriter<EndedAttempt, boolean>({
      maxGroup: MAX_GROUP,
      isItemsFault: isDataFault,
      // Repeating it is harmless: what has been recorded has no lease any more.
      write: (attempts) => withDatabaseRetry(() => recordAttempts(attempts), { repeatable: true }),
    }),
  );

async function recordAttempts(attempts: readonly EndedAttempt[]): Promise<boolean[]> {
  const of = <T>(pick: (attempt: EndedAttempt) => T): T[] => attempts.map(pick);
  const { rows } = await pool().query<{ delivery_id: string; hopeless: string | null }>({
    name: 'record-attempts',
    text: RECORD_ATTEMPTS,
    values: [
      of(({ delivery }) => delivery.deliveryId),
      of(({ delivery }) => delivery.createdAt),
      of(({ delivery }) => delivery.token),
      of(({ delivery }) => delivery.webhookId),
      of(({ delivery }) => delivery.number),
      of(({ delivery }) => delivery.cause),
      of(({ outcome }) => outcome),
      of(({ startedAtMs }) => startedAtMs),
      of(({ durationMs }) => durationMs),
      of(({ exchange }) => exchange?.response?.status ?? null),
      of(({ code }) => code),
      of(({ reason }) => storable(reason)),
      of(({ exchange }) => (exchange === null ? null : storable(JSON.stringify(exchange.request)))),
      of(responseJson),
      of(({ exchange }) => exchange?.response?.body ?? null),
      of(({ exchange }) => exchange?.response?.truncated ?? false),
      of(({ exchange }) => (exchange?.response == null ? null : JSON.stringify(exchange.response.timing))),
      of(({ waitMs }) => waitMs),
      of(({ delivery }) => delivery.redeliveryId),
      DISABLE_AFTER_FAILURES,
      DISABLE_AFTER_MS,
    ],
  });
  const hopeless = new Set(rows.flatMap((row) => row.hopeless ?? []));
  for (const webhookId of hopeless) await disableFailing(webhookId);
  const held = new Set(rows.map((row) => row.delivery_id));
  return of(({ delivery }) => held.has(delivery.deliveryId));
}

function responseJson({ exchange }: EndedAttempt): string | null {
  const response = exchange?.response ?? null;
  if (response === null) return null;
  return storable(JSON.stringify({ status: response.status, headers: headerPairs(response.headers) }));
}

/** Postgres's text can't hold NUL, which a receiver's header or a message about it might have. */
const storable = (text: string): string => text.replaceAll('\u0000', '');
