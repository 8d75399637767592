import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { readLimits } from '../limits/read-limits';
import type { ClaimedDelivery } from './claim-deliveries';
import { EVENT_TYPE } from './event-schema';
import { composeBody, composeEvent } from './payload';
import { toPayloadFlags } from './payload-flags';
import { readTarget } from './read-target';
import { sampleEvent } from './sample-event';
import { sampleExecution } from './sample-execution';
import type { EventType } from './schema';
import type { WebhookRow } from './webhook-row';

// Leased from the start by this process, so that no worker sends it too.
const INSERT_TEST = `
WITH body AS (
  INSERT INTO runtime.webhook_body (created_at, event_id, includes, body) VALUES ($1, $2, $3, $4)
), delivery AS (
  INSERT INTO runtime.webhook_delivery (created_at, id, event_id, subscription_id, workspace_id, workflow_id,
    execution_id, log_id,
    includes, kind, level, trigger, transforms, event_type)
  VALUES ($1, $5, $2, $6, $7, $8, $9, $10, $3, 'test', $11, $12, $15, $16)
)
INSERT INTO runtime.webhook_pending (delivery_id, created_at, event_id, subscription_id, includes, cause,
  lease_token, lease_owner,
  leased_at, transforms)
VALUES ($5, $1, $2, $6, $3, 'test', $13, $14, now(), $15)`;

/** What a delivery of a made-up event is about, and its body. */
interface TestEvent {
  id: string;
  flags: number;
  payload: string;
  workflowId: string | null;
  executionId: string | null;
  logId: string | null;
  level: string | null;
  trigger: string | null;
}

/** Stores the delivery of a made-up event, which only this process sends. */
export async function claimTest(webhook: WebhookRow, type: EventType): Promise<ClaimedDelivery> {
  const createdAt = new Date();
  const event = await testEvent(webhook, type, createdAt.getTime());
  const { payload } = event;
  const [deliveryId, token] = [newId(), newId()];
  const transforms = webhook.transform !== null;
  await pool().query(INSERT_TEST, [
    createdAt,
    event.id,
    event.flags,
    payload,
    deliveryId,
    webhook.id,
    webhook.workspace_id,
    event.workflowId,
    event.executionId,
    event.logId,
    event.level,
    event.trigger,
    token,
    thisProcess().id,
    transforms,
    type,
  ]);
  const target = await readTarget(webhook.id);
  const claim = { token, number: 1, cause: 'test', redeliveryId: null } as const;
  const of = { webhookId: webhook.id, workspaceId: webhook.workspace_id };
  return { ...claim, ...of, deliveryId, createdAt, target: target ?? 'deleted', payload, transforms };
}

async function testEvent(webhook: WebhookRow, type: EventType, timestampMs: number): Promise<TestEvent> {
  const id = newId();
  const covered = { workspaceId: webhook.workspace_id, workflowId: webhook.workflow_id };
  if (type !== EVENT_TYPE) {
    const happened = sampleEvent(type, covered, timestampMs);
    const { run, workflowIds } = happened;
    return {
      id,
      flags: 0,
      payload: composeEvent({ id, type, timestampMs }, happened),
      workflowId: workflowIds[0] ?? null,
      executionId: run?.executionId ?? null,
      logId: run?.logId ?? null,
      level: null,
      trigger: run?.trigger ?? null,
    };
  }
  const execution = sampleExecution(webhook.workflow_id, timestampMs);
  const flags = toPayloadFlags({
    includeFinalOutput: webhook.include_final_output,
    includeTraceSpans: webhook.include_trace_spans,
    includeRateLimits: webhook.include_rate_limits,
    includeUsageData: webhook.include_usage_data,
    includeTags: webhook.include_tags,
  });
  const limits = await readLimits(webhook.workspace_id);
  const payload = composeBody({ id, timestampMs, execution, limits }, flags);
  return { id, flags, payload, ...execution };
}
