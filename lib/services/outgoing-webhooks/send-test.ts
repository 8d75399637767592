import type { Prisma } from '../../generated/prisma/client';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { attemptDelivery } from './attempt-delivery';
import { forgetFailures, notifyOfSubscription } from './change-webhook';
import { claimTest } from './claim-test';
import { findWebhook, type WebhookAddress } from './find-webhook';
import { getDelivery } from './get-delivery';
import { recordAttempt } from './record-attempts';
import { type DeliveryDetail, EVENT_TYPES, type EventType } from './schema';

type SendTest = WebhookAddress & { event?: EventType | undefined };

/**
 * One POST of a made-up event, by default of the first type that it is sent, through the path of every
 * delivery, paused or not; a success switches a disabled subscription on again.
 */
export const sendTest = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: ['webhook.tested', 'webhook.resumed'],
  transaction: plainTransaction,
  async run(actor: Actor, { event, ...address }: SendTest, change): Promise<{ data: DeliveryDetail }> {
    const { workspaceId, id } = address;
    const webhook = await findWebhook(actor, address, 'writer');
    const delivery = await claimTest(webhook, event ?? webhook.events[0] ?? EVENT_TYPES[0]);
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
    if (isWell) await notifyOfSubscription(webhook.workflow_id);
    return getDelivery(actor, { ...address, deliveryId: delivery.deliveryId });
  },
});

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
