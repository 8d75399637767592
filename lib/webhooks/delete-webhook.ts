import type { Actor } from '../auth/actor';
import { changeWebhook } from './change-webhook';
import type { WebhookAddress } from './find-webhook';
import { concealUrl } from './webhook-row';

/** What is still to be sent is dropped; the history stays for its 30 days. */
export async function deleteWebhook(actor: Actor, address: WebhookAddress): Promise<void> {
  await changeWebhook(actor, address, async (tx, row) => {
    await tx.webhookSubscription.delete({ where: { id: row.id } });
    await tx.$executeRaw`
      WITH dropped AS (DELETE FROM runtime.webhook_pending WHERE subscription_id = ${row.id}::uuid RETURNING delivery_id, created_at)
      UPDATE runtime.webhook_delivery d SET state = 'cancelled', finished_at = now(), last_reason = 'The subscription was deleted.'
      FROM dropped p WHERE d.id = p.delivery_id AND d.created_at = p.created_at`;
    await tx.$executeRaw`DELETE FROM runtime.webhook_health WHERE subscription_id = ${row.id}::uuid`;
    const detail = { workflowId: row.workflowId, url: concealUrl(row.url) };
    return { action: 'webhook.deleted', detail };
  });
}
