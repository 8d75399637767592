import { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import { notify } from '../../platform/postgres/notify';
import { type Actor, mayReadRuns } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { CAUSE, STATE } from './delivery-state';
import { findWebhook, type WebhookAddress } from './find-webhook';
import { getRedelivery } from './get-redelivery';
import { requireActive } from './redeliver';
import { FLAGS_HOLD_RUN_DATA, requireRunData } from './run-data';
import type { Redelivery } from './schema';

/**
 * Queues every delivery since then that failed or was cancelled, for one POST each. @throws AppError
 * forbidden, not_found, conflict
 */
export const redeliverFailed = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.redelivered_failed',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, id, since }: WebhookAddress & { since: number },
    change,
  ): Promise<{ data: Redelivery }> {
    requireActive(await findWebhook(actor, { workspaceId, id }, 'writer'));
    const redeliveryId = newId();
    await change({ workspaceId }, async (tx) => {
      if (!mayReadRuns(actor) && (await failedHoldRunData(tx, id, since)))
        requireRunData(actor, 'Redelivering final output or trace spans');
      const total = await tx.$executeRaw`
        WITH failed AS (
          UPDATE runtime.webhook_delivery d SET state = ${STATE.is.pending}, finished_at = NULL
          WHERE subscription_id = ${id}::uuid AND created_at >= ${new Date(since)}
            AND state IN (${STATE.is.failed}, ${STATE.is.cancelled}) AND kind = 'event'
            AND NOT EXISTS (SELECT FROM runtime.webhook_body b WHERE b.event_id = d.event_id
              AND b.includes = d.includes AND b.created_at = d.created_at AND b.deleted_at IS NOT NULL)
          RETURNING id, created_at, event_id, subscription_id, includes, transforms, attempts
        )
        INSERT INTO runtime.webhook_pending (delivery_id, created_at, event_id, subscription_id, includes,
          transforms, cause, redelivery_id, attempts, next_at)
        SELECT id, created_at, event_id, subscription_id, includes, transforms, ${CAUSE.is.manual}, ${redeliveryId}::uuid,
          attempts, now() - row_number() OVER (ORDER BY created_at DESC, id DESC) * interval '1 microsecond'
        FROM failed
        ON CONFLICT DO NOTHING`;
      await tx.$executeRaw`
        INSERT INTO runtime.webhook_redelivery (id, subscription_id, since, total)
        VALUES (${redeliveryId}::uuid, ${id}::uuid, ${new Date(since)}, ${total})`;
      const detail = { since: new Date(since).toISOString(), total };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notify('deliveries', '');
    return getRedelivery(actor, { workspaceId, id, redeliveryId });
  },
});

async function failedHoldRunData(tx: Prisma.TransactionClient, id: string, since: number): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM runtime.webhook_delivery
    WHERE subscription_id = ${id}::uuid AND created_at >= ${new Date(since)}
      AND state IN (${STATE.is.failed}, ${STATE.is.cancelled}) AND kind = 'event'
      AND ${Prisma.raw(FLAGS_HOLD_RUN_DATA('includes'))} LIMIT 1`;
  return found.length > 0;
}
