import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { changeWebhook, forgetFailures } from './change-webhook';
import type { WebhookAddress } from './find-webhook';
import { getWebhook } from './get-webhook';
import type { Webhook } from './schema';

/**
 * Executions that complete while it is paused lead to no delivery; what still waits is cancelled when it
 * falls due.
 */
export const setWebhookActive = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: ['webhook.resumed', 'webhook.paused'],
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, id, active }: WebhookAddress & { active: boolean },
    change,
  ): Promise<{ data: Webhook }> {
    await changeWebhook(change, { workspaceId, id }, async (tx, row) => {
      if (active && !row.active) await forgetFailures(tx, id);
      const data = {
        active,
        disabledAt: active ? null : row.disabledAt,
        disabledReason: active ? null : row.disabledReason,
        version: { increment: 1 },
        updatedAt: new Date(),
        updatedById: actor.userId,
      };
      await tx.webhookSubscription.update({ where: { id }, data });
      return { action: active ? 'webhook.resumed' : 'webhook.paused' };
    });
    return getWebhook(actor, { workspaceId, id });
  },
});
