import type { Trigger } from '../../core/blocks/trigger';
import type { LogLevel } from '../logs/schema';
import { STATE } from './delivery-state';
import { MAX_ATTEMPTS, MAX_EXTENDED_ATTEMPTS } from './retry-schedule';
import type { Delivery, DeliveryCause, DeliveryState, EventType } from './schema';
import { concealUrl } from './webhook-row';

// Pending and running deliveries are in the hot table; a finished delivery has no row there. One that waits
// for its turn, by an order or a rate, has no time.
export const SELECT_DELIVERIES = `
SELECT d.id, d.event_id, d.subscription_id, d.workflow_id, d.execution_id, d.log_id, d.includes, d.kind,
  d.level, d.trigger, d.event_type,
  d.state, d.attempts, d.last_status, d.last_reason, d.created_at, d.finished_at, s.url, s.extended_retries,
  CASE WHEN p.lease_token IS NULL
    AND (p.next_at > now() OR (s.active AND (s.strict_order OR s.max_per_minute IS NOT NULL)) IS NOT TRUE)
    THEN p.next_at END AS next_at, p.lease_token, p.leased_at,
  p.attempts AS schedule_attempts,
  p.cause
FROM runtime.webhook_delivery d
LEFT JOIN runtime.webhook_pending p ON p.delivery_id = d.id
LEFT JOIN webhook_subscription s ON s.id = d.subscription_id AND s.deleted_at IS NULL`;

export interface DeliveryRow {
  id: string;
  event_id: string;
  subscription_id: string;
  event_type: EventType;
  workflow_id: string | null;
  execution_id: string | null;
  log_id: string | null;
  includes: number;
  kind: 'event' | 'test';
  level: LogLevel | null;
  trigger: Trigger | null;
  state: DeliveryState;
  attempts: number;
  last_status: number | null;
  last_reason: string | null;
  created_at: Date;
  finished_at: Date | null;
  url: string | null;
  extended_retries: boolean | null;
  next_at: Date | null;
  lease_token: string | null;
  leased_at: Date | null;
  schedule_attempts: number | null;
  cause: DeliveryCause | null;
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    webhookId: row.subscription_id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    logId: row.log_id,
    kind: row.kind,
    level: row.level,
    trigger: row.trigger,
    state: STATE.read(row.state),
    attempts: row.attempts,
    maxAttempts:
      row.extended_retries === null ? null : row.extended_retries ? MAX_EXTENDED_ATTEMPTS : MAX_ATTEMPTS,
    lastStatus: row.last_status,
    lastReason: row.last_reason,
    nextAttemptAt: row.next_at?.toISOString() ?? null,
    inFlight: row.lease_token !== null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    url: row.url === null ? null : concealUrl(row.url),
  };
}
