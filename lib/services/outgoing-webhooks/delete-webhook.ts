import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { changeWebhook } from './change-webhook';
import { endSubscriptions } from './end-subscriptions';
import type { WebhookAddress } from './find-webhook';
import { concealUrl } from './webhook-row';

/** Pending deliveries are cancelled; the history stays for its 30 days. */
export const deleteWebhook = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'webhook.deleted',
  transaction: plainTransaction,
  async run(_: Actor, address: WebhookAddress, change): Promise<undefined> {
    await changeWebhook(change, address, async (tx, row) => {
      await endSubscriptions(tx, [row.id], 'The subscription was deleted.');
      const detail = { workflowId: row.workflowId, url: concealUrl(row.url) };
      return { action: 'webhook.deleted', detail };
    });
  },
});
