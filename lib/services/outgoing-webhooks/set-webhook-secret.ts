import type { EndpointInput } from '../../platform/http/endpoint';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { changeWebhook, NOT_VERIFIED } from './change-webhook';
import type { setWebhookSecretEndpoint } from './endpoints';
import type { WebhookAddress } from './find-webhook';
import { getWebhook } from './get-webhook';
import type { Webhook } from './schema';
import { chooseSecret, sealSecret } from './sealed-secret';

type SetWebhookSecret = EndpointInput<typeof setWebhookSecretEndpoint>['body'] & WebhookAddress;

/** Attempts that start after this are signed with it; with an overlap the secret before signs too. */
export const setWebhookSecret = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: ['webhook.secret_set', 'webhook.secret_replaced'],
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, id, secret: choice, overlapSeconds }: SetWebhookSecret,
    change,
  ): Promise<{ data: Webhook; secret: string | null }> {
    const { secret, shown } = chooseSecret(choice);
    await changeWebhook(change, { workspaceId, id }, async (tx, row) => {
      const overlaps = overlapSeconds > 0 && row.secret !== null;
      const now = Date.now();
      await tx.webhookSubscription.update({
        where: { id },
        data: {
          secret: sealSecret(id, secret),
          secretSetAt: new Date(now),
          previousSecret: overlaps ? row.secret : null,
          overlapUntil: overlaps ? new Date(now + overlapSeconds * 1000) : null,
          ...NOT_VERIFIED,
          updatedAt: new Date(now),
          updatedById: actor.userId,
        },
      });
      const action = row.secret === null ? 'webhook.secret_set' : 'webhook.secret_replaced';
      return { action, detail: { overlapSeconds: overlaps ? overlapSeconds : 0, generated: shown !== null } };
    });
    const { data } = await getWebhook(actor, { workspaceId, id });
    return { data, secret: shown };
  },
});

/** Deliveries carry no signature from now on. */
export const removeWebhookSecret = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.secret_removed',
  transaction: plainTransaction,
  async run(actor: Actor, { workspaceId, id }: WebhookAddress, change): Promise<{ data: Webhook }> {
    await changeWebhook(change, { workspaceId, id }, async (tx) => {
      const data = {
        secret: null,
        secretSetAt: null,
        previousSecret: null,
        overlapUntil: null,
        ...NOT_VERIFIED,
        updatedAt: new Date(),
        updatedById: actor.userId,
      };
      await tx.webhookSubscription.update({ where: { id }, data });
      return { action: 'webhook.secret_removed' };
    });
    return getWebhook(actor, { workspaceId, id });
  },
});
