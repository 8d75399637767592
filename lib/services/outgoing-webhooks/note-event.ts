import type { ClientBase } from 'pg';
import type { Trigger } from '../../core/blocks/trigger';
import { newId } from '../../platform/ids';
import { notifySql } from '../../platform/postgres/notify';
import { insertSelect } from '../../platform/postgres/unnest-rows';
import { IS_LISTENED_TO } from './event-listeners';
import type { EVENT_TYPE } from './event-schema';
import { COVERED } from './outbox';
import { composeEvent, type EventContent } from './payload';
import type { EventType } from './schema';

/** Something beside the end of a run, for subscriptions and readers of the feed that asked for its type. */
export interface Happened extends EventContent {
  type: Exclude<EventType, typeof EVENT_TYPE>;
  atMs: number;
  workspaceId: string;
  /** Subscriptions to one of these are sent it, and those to all workflows. */
  workflowIds: readonly string[];
  /** The run that it is about; the filters by trigger and tags then count. */
  run?: { executionId: string; logId: string; trigger: Trigger; tags?: readonly string[] | undefined };
}

// Subscriptions are matched in the statement itself, as by the outbox of completions. It is repeatable: the
// same event is stored once for each subscription.
export const NOTE = `
WITH happened AS (
  SELECT $1::uuid AS event_id, $2::timestamptz(3) AS created_at, $3::text AS event_type, $4::uuid AS workspace_id,
    $5::uuid AS workflow_id, $6::uuid AS execution_id, $7::uuid AS log_id, $8::text AS trigger,
    $9::text[] AS tags, $10::text AS body, $11::uuid[] AS covered
), notice AS MATERIALIZED (
  SELECT h.*, s.id AS subscription_id, s.transform IS NOT NULL AS transforms, runtime.new_id() AS delivery_id
  FROM happened h JOIN webhook_subscription s ON ${COVERED('s')} = ANY (h.covered)
  WHERE s.active AND s.deleted_at IS NULL AND h.event_type = ANY (s.events)
    AND (h.trigger IS NULL OR h.trigger = ANY (s.trigger_filter)
      AND (s.tag_filter = '{}' OR s.tag_filter && h.tags))
), feed AS (
  ${insertSelect('runtime.webhook_feed', {
    event_id: true,
    event_type: true,
    workspace_id: true,
    covered: true,
    execution_id: true,
    log_id: true,
    trigger: true,
    body: true,
  })}
  FROM happened h WHERE ${IS_LISTENED_TO('h.covered', 'h.event_type')} ON CONFLICT DO NOTHING
), notice_body AS (
  ${insertSelect('runtime.webhook_body', { created_at: true, event_id: true, includes: '0', body: true })}
  FROM notice LIMIT 1 ON CONFLICT DO NOTHING
), notice_delivery AS (
  ${insertSelect('runtime.webhook_delivery', {
    created_at: true,
    id: 'delivery_id',
    event_id: true,
    event_type: true,
    subscription_id: true,
    workspace_id: true,
    workflow_id: true,
    execution_id: true,
    log_id: true,
    includes: '0',
    trigger: true,
    transforms: true,
  })}
  FROM notice ON CONFLICT DO NOTHING RETURNING id
), notice_pending AS (
  ${insertSelect('runtime.webhook_pending', {
    delivery_id: true,
    created_at: true,
    event_id: true,
    subscription_id: true,
    includes: '0',
    transforms: true,
    next_at: 'least(now(), created_at)',
  })}
  FROM notice WHERE delivery_id IN (SELECT id FROM notice_delivery)
)
SELECT ${notifySql('deliveries')} FROM notice_delivery LIMIT 1`;

/** The parameters of the statement; made once for an event, so that it can be repeated. */
type NotedEvent = readonly unknown[];

export function eventToNote(happened: Happened): NotedEvent {
  const { type, atMs, workspaceId, workflowIds, run } = happened;
  const id = newId();
  return [
    id,
    new Date(atMs).toISOString(),
    type,
    workspaceId,
    workflowIds.length === 1 ? workflowIds[0] : null,
    run?.executionId ?? null,
    run?.logId ?? null,
    run?.trigger ?? null,
    [...(run?.tags ?? [])],
    composeEvent({ id, type, timestampMs: atMs }, happened),
    [...workflowIds, workspaceId],
  ];
}

/** Writes the deliveries of an event, in the transaction of what it tells. */
export async function noteEvent(db: Pick<ClientBase, 'query'>, event: NotedEvent): Promise<void> {
  await db.query({ name: 'note-webhook-event', text: NOTE, values: [...event] });
}
