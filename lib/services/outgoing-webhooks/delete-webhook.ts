import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { changeWebhook } from './change-webhook';
import { deleteAlone } from './end-subscriptions';
import type { WebhookAddress } from './find-webhook';
import { concealUrl } from './webhook-row';

/** It can be restored for 30 days. Pending deliveries are cancelled; the history stays for its 30 days. */
export const deleteWebhook = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'webhook.deleted',
  transaction: plainTransaction,
  async run(actor: Actor, address: WebhookAddress, change): Promise<undefined> {
    await changeWebhook(change, address, async (tx, row) => {
      await deleteAlone(tx, { id: row.id, userId: actor.userId }, 'The subscription was deleted.');
      const detail = { workflowId: row.workflowId, url: concealUrl(row.url) };
      return { action: 'webhook.deleted', detail };
    });
  },
});
