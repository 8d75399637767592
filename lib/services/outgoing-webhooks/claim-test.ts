import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { readLimits } from '../limits/read-limits';
import type { ClaimedDelivery } from './claim-deliveries';
import { composeBody } from './payload';
import { toPayloadFlags } from './payload-flags';
import { readTarget } from './read-target';
import { sampleExecution } from './sample-execution';
import type { WebhookRow } from './webhook-row';

// Leased from the start by this process, so that no worker sends it too.
const INSERT_TEST = `
WITH body AS (
  INSERT INTO runtime.webhook_body (created_at, event_id, includes, body) VALUES ($1, $2, $3, $4)
), delivery AS (
  INSERT INTO runtime.webhook_delivery (created_at, id, event_id, subscription_id, workspace_id, workflow_id,
    execution_id, log_id,
    includes, kind, level, trigger, transforms)
  VALUES ($1, $5, $2, $6, $7, $8, $9, $10, $3, 'test', $11, $12, $15)
)
INSERT INTO runtime.webhook_pending (delivery_id, created_at, event_id, subscription_id, includes, cause,
  lease_token, lease_owner,
  leased_at, transforms)
VALUES ($5, $1, $2, $6, $3, 'test', $13, $14, now(), $15)`;

/** Stores the delivery of a made-up execution, which only this process sends. */
export async function claimTest(webhook: WebhookRow): Promise<ClaimedDelivery> {
  const createdAt = new Date();
  const timestampMs = createdAt.getTime();
  const execution = sampleExecution(webhook.workflow_id, timestampMs);
  const event = { id: newId(), timestampMs, execution };
  const flags = toPayloadFlags({
    includeFinalOutput: webhook.include_final_output,
    includeTraceSpans: webhook.include_trace_spans,
    includeRateLimits: webhook.include_rate_limits,
    includeUsageData: webhook.include_usage_data,
    includeTags: webhook.include_tags,
  });
  const payload = composeBody({ ...event, limits: await readLimits(webhook.workspace_id) }, flags);
  const [deliveryId, token] = [newId(), newId()];
  const transforms = webhook.transform !== null;
  const { executionId, logId, level, trigger, workflowId } = execution;
  await pool().query(INSERT_TEST, [
    createdAt,
    event.id,
    flags,
    payload,
    deliveryId,
    webhook.id,
    webhook.workspace_id,
    workflowId,
    executionId,
    logId,
    level,
    trigger,
    token,
    thisProcess().id,
    transforms,
  ]);
  const target = await readTarget(webhook.id);
  const claim = { token, number: 1, cause: 'test', redeliveryId: null } as const;
  const of = { webhookId: webhook.id, workspaceId: webhook.workspace_id };
  return { ...claim, ...of, deliveryId, createdAt, target: target ?? 'deleted', payload, transforms };
}
