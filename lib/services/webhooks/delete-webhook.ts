import type { Actor } from '../access/actor';
import { changeWebhook } from './change-webhook';
import { endSubscriptions } from './end-subscriptions';
import type { WebhookAddress } from './find-webhook';
import { concealUrl } from './webhook-row';

/** Pending deliveries are cancelled; the history stays for its 30 days. */
export async function deleteWebhook(actor: Actor, address: WebhookAddress): Promise<void> {
  await changeWebhook(actor, address, async (tx, row) => {
    await endSubscriptions(tx, [row.id], 'The subscription was deleted.');
    const detail = { workflowId: row.workflowId, url: concealUrl(row.url) };
    return { action: 'webhook.deleted', detail };
  });
}
