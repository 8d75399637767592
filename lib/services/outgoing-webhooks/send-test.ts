import type { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { pool } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { thisProcess } from '../../platform/postgres/process-lease';
import type { Actor } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { attemptDelivery } from './attempt-delivery';
import { forgetFailures } from './change-webhook';
import type { ClaimedDelivery, DeliveryTarget } from './claim-deliveries';
import { findWebhook, type WebhookAddress } from './find-webhook';
import { getDelivery } from './get-delivery';
import { composeBody } from './payload';
import { toPayloadFlags } from './payload-flags';
import { recordAttempt } from './record-attempts';
import { sampleExecution } from './sample-execution';
import type { DeliveryDetail } from './schema';
import { openUrl } from './sealed-url';
import type { WebhookRow } from './webhook-row';

// Leased from the start by this process, so that no worker sends it too.
const INSERT_TEST = `
WITH body AS (
  INSERT INTO runtime.webhook_body (created_at, event_id, includes, body) VALUES ($1, $2, $3, $4)
), delivery AS (
  INSERT INTO runtime.webhook_delivery (created_at, id, event_id, subscription_id, workspace_id, workflow_id,
    execution_id, log_id,
    includes, kind, level, trigger)
  VALUES ($1, $5, $2, $6, $7, $8, $9, $10, $3, 'test', $11, $12)
)
INSERT INTO runtime.webhook_pending (delivery_id, created_at, event_id, subscription_id, includes, cause,
  lease_token, lease_owner,
  leased_at)
VALUES ($5, $1, $2, $6, $3, 'test', $13, $14, now())`;

const READ_TARGET = `
SELECT url, secret, CASE WHEN overlap_until > now() THEN previous_secret END AS previous_secret
FROM webhook_subscription WHERE id = $1`;

/**
 * One POST of a made-up execution through the path of every delivery, paused or not; a success switches a
 * disabled subscription on again.
 */
export const sendTest = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: ['webhook.tested', 'webhook.resumed'],
  transaction: plainTransaction,
  async run(actor: Actor, address: WebhookAddress, change): Promise<{ data: DeliveryDetail }> {
    const { workspaceId, id } = address;
    const webhook = await findWebhook(actor, address, 'writer');
    const delivery = await claimTest(webhook);
    const ended = await attemptDelivery(delivery, outboundClient());
    if (ended !== null) await recordAttempt(ended);
    const isWell = ended?.outcome === 'succeeded' && webhook.disabled_at !== null;
    const detail = { deliveryId: delivery.deliveryId, outcome: ended?.outcome ?? 'unknown' };
    await change({ workspaceId }, async (tx) => {
      const isResumed = isWell && (await reEnable(tx, id));
      const tested = { action: 'webhook.tested', target: id, detail } as const;
      const resumed = { action: 'webhook.resumed', target: id, detail: { by: 'test' } } as const;
      return { result: undefined, audit: isResumed ? [resumed, tested] : tested };
    });
    if (isWell) await notify('subscriptions', webhook.workflow_id);
    return getDelivery(actor, { ...address, deliveryId: delivery.deliveryId });
  },
});

async function claimTest(webhook: WebhookRow): Promise<ClaimedDelivery> {
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
  const body = composeBody({ ...event, limits: await readLimits(webhook.workspace_id) }, flags);
  const [deliveryId, token] = [newId(), newId()];
  const { executionId, logId, level, trigger, workflowId } = execution;
  await pool().query(INSERT_TEST, [
    createdAt,
    event.id,
    flags,
    body,
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
  ]);
  const target = await readTarget(webhook.id);
  const claim = { token, number: 1, cause: 'test', redeliveryId: null } as const;
  const of = { webhookId: webhook.id, workspaceId: webhook.workspace_id };
  return { ...claim, ...of, deliveryId, createdAt, target: target ?? 'deleted', body };
}

/** Returns URL and secrets of a subscription, active or not; null when it has been deleted. */
export async function readTarget(webhookId: string): Promise<DeliveryTarget | null> {
  const { rows } = await pool().query<{ url: string; secret: Buffer | null; previous_secret: Buffer | null }>(
    READ_TARGET,
    [webhookId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    url: openUrl(webhookId, row.url),
    secrets: [row.secret, row.previous_secret].filter((secret) => secret !== null),
    extendedRetries: false, // a request made by a person is a single POST
  };
}

/** @returns false for one that is gone */
async function reEnable(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const { count } = await tx.webhookSubscription.updateMany({
    where: { id },
    data: {
      active: true,
      disabledAt: null,
      disabledReason: null,
      version: { increment: 1 },
      updatedAt: new Date(),
    },
  });
  await forgetFailures(tx, id);
  return count > 0;
}
