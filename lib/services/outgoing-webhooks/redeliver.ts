import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { BODY_DELETED } from './deleted-body';
import { deliveryOf } from './delivery-row';
import { CAUSE, STATE } from './delivery-state';
import { findWebhook } from './find-webhook';
import { type DeliveryAddress, findDelivery, readBodies } from './get-delivery';
import { flagsHoldRunData, requireRunData } from './run-data';
import type { Delivery } from './schema';
import type { WebhookRow } from './webhook-row';

/**
 * Sends the same id and body again. A waiting delivery is sent immediately, as the next attempt of its
 * schedule; one that has ended gets one more POST, with the next number; a test stays a test, as its
 * headers say. A delivery has one row in the queue at most, so a scheduled and a manual attempt never run
 * side by side.
 * @throws AppError forbidden, not_found, conflict
 */
export const redeliver = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.redelivered',
  transaction: plainTransaction,
  async run(actor: Actor, address: DeliveryAddress, change): Promise<{ data: Delivery }> {
    const { workspaceId, id, deliveryId } = address;
    const delivery = await findDelivery(address);
    if (delivery.kind === 'event' && flagsHoldRunData(delivery.includes))
      requireRunData(actor, 'Redelivering final output or trace spans');
    requireActive(await findWebhook(actor, { workspaceId, id }, 'writer'));
    if (delivery.lease_token !== null)
      throw new AppError('conflict', 'It is being sent now; wait for the result first.');
    if ((await readBodies(delivery)).isDeleted) throw new AppError('conflict', BODY_DELETED);
    await change({ workspaceId }, async (tx) => {
      await tx.$executeRaw`
        INSERT INTO runtime.webhook_pending AS p (delivery_id, created_at, event_id, subscription_id, includes,
          transforms, cause, attempts)
        SELECT d.id, d.created_at, d.event_id, d.subscription_id, d.includes, d.transforms,
          CASE d.kind WHEN 'test' THEN ${CAUSE.is.test} ELSE ${CAUSE.is.manual} END, d.attempts
        FROM runtime.webhook_delivery d
        WHERE d.id = ${deliveryId}::uuid AND d.created_at = ${delivery.created_at}
        ON CONFLICT (delivery_id) DO UPDATE SET next_at = least(p.next_at, now())
        WHERE p.lease_token IS NULL`;
      await tx.$executeRaw`
        UPDATE runtime.webhook_delivery SET state = ${STATE.is.pending}, finished_at = NULL
        WHERE id = ${deliveryId}::uuid AND created_at = ${delivery.created_at}`;
      return { result: undefined, audit: { target: id, detail: { deliveryId } } };
    });
    await notify('deliveries', '');
    return { data: deliveryOf(await findDelivery(address)) };
  },
});

/** @throws AppError conflict */
export function requireActive(webhook: WebhookRow): void {
  if (webhook.active) return;
  throw new AppError('conflict', 'The subscription is paused. Resume it first, then redeliver.');
}
