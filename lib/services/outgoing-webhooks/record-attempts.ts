import { metrics } from '../../platform/metrics/metrics';
import { isStatementsFault } from '../../platform/postgres/database-faults';
import { pool } from '../../platform/postgres/db';
import { createGroupWriter, type GroupWriter } from '../../platform/postgres/group-writer';
import { insertSelect, unnestRows } from '../../platform/postgres/unnest-rows';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { processSingleton } from '../../platform/process-singleton';
import type { EndedAttempt } from './attempt-delivery';
import { DISABLE_AFTER_FAILURES, DISABLE_AFTER_MS, disableSubscription } from './auto-disable';
import { STATE } from './delivery-state';
import type { DisabledReason } from './schema';
import { headerPairs } from './wire-exchange';

/** Attempts in one statement. Each has some 10 KB and 50 KB at most: 16 KB of a response are kept. */
const MAX_GROUP = 100;
/** The receiver wants no more deliveries; a second one, to an attempt made after the first, confirms it. */
const GONE = 410;

const ENDED = unnestRows<EndedAttempt>([
  { column: 'delivery_id', type: 'uuid', of: ({ delivery }) => delivery.deliveryId },
  { column: 'created_at', type: 'timestamptz', of: ({ delivery }) => delivery.createdAt },
  { column: 'token', type: 'uuid', of: ({ delivery }) => delivery.token },
  { column: 'subscription_id', type: 'uuid', of: ({ delivery }) => delivery.webhookId },
  { column: 'number', type: 'integer', of: ({ delivery }) => delivery.number },
  { column: 'cause', type: 'text', of: ({ delivery }) => delivery.cause },
  { column: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { column: 'started_ms', type: 'float8', of: ({ startedAtMs }) => startedAtMs },
  { column: 'duration_ms', type: 'integer', of: ({ durationMs }) => durationMs },
  { column: 'status', type: 'integer', of: ({ exchange }) => exchange?.response?.status ?? null },
  { column: 'code', type: 'text', of: ({ code }) => code },
  { column: 'reason', type: 'text', of: ({ reason }) => storable(reason) },
  { column: 'request', type: 'text', of: requestJson },
  { column: 'response', type: 'text', of: responseJson },
  { column: 'response_body', type: 'bytea', of: ({ exchange }) => exchange?.response?.body ?? null },
  {
    column: 'response_truncated',
    type: 'boolean',
    of: ({ exchange }) => exchange?.response?.truncated ?? false,
  },
  { column: 'timing', type: 'text', of: timingJson },
  { column: 'wait_ms', type: 'float8', of: ({ waitMs }) => waitMs },
  { column: 'redelivery_id', type: 'uuid', of: ({ delivery }) => delivery.redeliveryId },
]);
const DISABLE_AFTER = { failures: `$${ENDED.parameters + 1}`, ms: `$${ENDED.parameters + 2}` };

// One statement for a group of ended attempts. Only attempts whose claim still holds count: a process that
// stood still and lost its claim finds another token and changes nothing. The wait counts from here, after
// the attempt's end, on the database's clock. Health rows are locked in sorted order, so that groups of
// several workers can't deadlock.
const RECORD_ATTEMPTS = `
WITH ended AS (
  SELECT * FROM ${ENDED.from('t')}
), over AS (
  DELETE FROM runtime.webhook_pending p USING ended e
  WHERE p.delivery_id = e.delivery_id AND p.lease_token = e.token AND e.wait_ms IS NULL
  RETURNING p.delivery_id, NULL::timestamptz AS next_at
), again AS (
  UPDATE runtime.webhook_pending p SET attempts = e.number, interruptions = 0, lease_token = NULL,
    lease_owner = NULL,
    leased_at = NULL, next_at = clock_timestamp() + e.wait_ms * interval '1 millisecond'
  FROM ended e
  WHERE p.delivery_id = e.delivery_id AND p.lease_token = e.token AND e.wait_ms IS NOT NULL
  RETURNING p.delivery_id, p.next_at
), held AS MATERIALIZED (
  SELECT e.*, h.next_at FROM ended e
  JOIN (SELECT * FROM over UNION ALL SELECT * FROM again) h ON h.delivery_id = e.delivery_id
), attempt AS (
  ${insertSelect('runtime.webhook_attempt', {
    created_at: true,
    id: 'token',
    delivery_id: true,
    number: true,
    cause: true,
    outcome: true,
    started_at: 'to_timestamp(started_ms / 1000)',
    duration_ms: true,
    status: true,
    code: true,
    reason: true,
    request: true,
    response: true,
    response_body: true,
    response_truncated: true,
    timing: true,
    retry_at: 'next_at',
    redelivery_id: true,
  })}
  FROM held WHERE outcome <> ${STATE.sql.cancelled}
), delivery AS (
  UPDATE runtime.webhook_delivery d SET
    attempts = d.attempts + CASE WHEN h.outcome = ${STATE.sql.cancelled} THEN 0 ELSE 1 END,
    last_status = CASE WHEN h.outcome = ${STATE.sql.cancelled} THEN d.last_status ELSE h.status END,
    last_reason = h.reason,
    acknowledged_at = CASE WHEN h.outcome = ${STATE.sql.succeeded} THEN coalesce(d.acknowledged_at, now())
      ELSE d.acknowledged_at END,
    finished_at = CASE WHEN h.next_at IS NULL THEN now() END,
    state = CASE WHEN h.next_at IS NOT NULL THEN ${STATE.sql.pending}
      WHEN h.outcome = ${STATE.sql.succeeded} OR d.acknowledged_at IS NOT NULL THEN ${STATE.sql.succeeded}
        ELSE h.outcome END
  FROM held h WHERE d.id = h.delivery_id AND d.created_at = h.created_at
), tally AS (
  SELECT subscription_id, count(*) FILTER (WHERE outcome = ${STATE.sql.succeeded}) AS successes,
    count(*) AS attempts, max(reason)
    FILTER (WHERE outcome = ${STATE.sql.failed}) AS reason,
    count(*) FILTER (WHERE status = ${GONE}) AS gone,
    max(started_ms) FILTER (WHERE status = ${GONE}) AS gone_ms
  FROM held WHERE outcome <> ${STATE.sql.cancelled} GROUP BY subscription_id ORDER BY subscription_id
), health AS (
  ${insertSelect('runtime.webhook_health AS w', {
    subscription_id: true,
    failures: 'CASE WHEN successes > 0 THEN 0 ELSE attempts END',
    failing_since: 'CASE WHEN successes = 0 THEN now() END',
    last_success_at: 'CASE WHEN successes > 0 THEN now() END',
    last_failure_at: 'CASE WHEN attempts > successes THEN now() END',
    last_reason: 'reason',
    gone_since: 'CASE WHEN gone = attempts THEN now() END',
  })}
  FROM tally ORDER BY subscription_id
  ON CONFLICT (subscription_id) DO UPDATE SET
    failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE w.failures + excluded.failures END,
    failing_since = CASE WHEN excluded.failures = 0 THEN NULL
      ELSE coalesce(w.failing_since, excluded.failing_since) END,
    last_success_at = coalesce(excluded.last_success_at, w.last_success_at),
    last_failure_at = coalesce(excluded.last_failure_at, w.last_failure_at),
    last_reason = coalesce(excluded.last_reason, w.last_reason),
    gone_since = CASE WHEN excluded.gone_since IS NOT NULL
      THEN coalesce(w.gone_since, excluded.gone_since) END
  RETURNING subscription_id, gone_since, failures >= ${DISABLE_AFTER.failures}
    AND failing_since < now() - ${DISABLE_AFTER.ms} * interval '1 millisecond' AS hopeless
)
SELECT h.delivery_id, h.subscription_id,
  CASE WHEN w.gone_since < now() AND to_timestamp(t.gone_ms / 1000) > w.gone_since THEN 'gone'
    WHEN w.hopeless THEN 'failing' END AS disable
FROM held h
LEFT JOIN health w ON w.subscription_id = h.subscription_id
LEFT JOIN tally t ON t.subscription_id = h.subscription_id`;

interface RecordedRow {
  delivery_id: string;
  subscription_id: string;
  disable: DisabledReason | null;
}

/** Records an attempt with others of this process. @returns false when its claim had been lost */
export async function recordAttempt(attempt: EndedAttempt): Promise<boolean> {
  const recorded = await writer()(attempt);
  metrics().deliveryAttempted(attempt.outcome);
  return recorded;
}

const writer = (): GroupWriter<EndedAttempt, boolean> =>
  processSingleton('webhook-attempts', () =>
    createGroupWriter<EndedAttempt, boolean>({
      maxGroup: MAX_GROUP,
      isItemsFault: isStatementsFault,
      // Repeating it is harmless: what has been recorded is no longer claimed.
      write: (attempts) =>
        withDatabaseRetry(() => recordAttempts(attempts), { repeatable: true, slowTries: 1 }),
    }),
  );

async function recordAttempts(attempts: readonly EndedAttempt[]): Promise<boolean[]> {
  const { rows } = await pool().query<RecordedRow>({
    name: 'record-attempts',
    text: RECORD_ATTEMPTS,
    values: [...ENDED.values(attempts), DISABLE_AFTER_FAILURES, DISABLE_AFTER_MS],
  });
  const toDisable = new Map(rows.flatMap((row) => (row.disable ? [[row.subscription_id, row.disable]] : [])));
  for (const [webhookId, reason] of toDisable) await disableSubscription(webhookId, reason);
  const held = new Set(rows.map((row) => row.delivery_id));
  return attempts.map(({ delivery }) => held.has(delivery.deliveryId));
}

function requestJson({ exchange }: EndedAttempt): string | null {
  return exchange === null ? null : storable(JSON.stringify(exchange.request));
}

function timingJson({ exchange }: EndedAttempt): string | null {
  return exchange?.response == null ? null : JSON.stringify(exchange.response.timing);
}

function responseJson({ exchange }: EndedAttempt): string | null {
  const response = exchange?.response ?? null;
  if (response === null) return null;
  return storable(JSON.stringify({ status: response.status, headers: headerPairs(response.headers) }));
}

/** Postgres's text can't hold NUL, which a receiver's header or a message about it might have. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '');
}
