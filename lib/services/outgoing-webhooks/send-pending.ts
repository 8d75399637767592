import { Prisma } from '../../generated/prisma/client';
import { notify } from '../../platform/postgres/notify';
import { type Actor, mayReadRuns } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWebhook, type WebhookAddress } from './find-webhook';
import { requireActive } from './redeliver';
import { FLAGS_HOLD_RUN_DATA, requireRunData } from './run-data';

/** Deliveries that one call brings forward; whoever has more calls again. */
const MOST_AT_ONCE = 10_000;

/**
 * Makes deliveries that wait for their next attempt due now. It only moves their times: workers claim them
 * as ever, so none is sent twice, and what a worker is claiming at this moment is left to it.
 *
 * @returns how many were waiting, at most 10,000 @throws AppError forbidden, not_found, conflict
 */
export const sendPending = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.sent_pending',
  transaction: plainTransaction,
  async run(actor: Actor, { workspaceId, id }: WebhookAddress, change): Promise<{ data: { count: number } }> {
    requireActive(await findWebhook(actor, { workspaceId, id }, 'writer'));
    const count = await change({ workspaceId }, async (tx) => {
      if (!mayReadRuns(actor) && (await waitingHoldRunData(tx, id)))
        requireRunData(actor, 'Sending final output or trace spans');
      const result = await tx.$executeRaw`
        UPDATE runtime.webhook_pending SET next_at = now() WHERE delivery_id = ANY (ARRAY(
          SELECT delivery_id FROM runtime.webhook_pending
          WHERE subscription_id = ${id}::uuid AND lease_token IS NULL AND next_at > now()
          ORDER BY next_at LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
      return { result, audit: { target: id, detail: { count: result } } };
    });
    await notify('deliveries', '');
    return { data: { count } };
  },
});

async function waitingHoldRunData(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM runtime.webhook_pending WHERE subscription_id = ${id}::uuid
      AND ${Prisma.raw(FLAGS_HOLD_RUN_DATA('includes'))} LIMIT 1`;
  return found.length > 0;
}
