import type { Actor } from '../access/actor';
import { findWebhook, type WebhookAddress } from './find-webhook';
import type { Webhook } from './schema';
import { webhookOf } from './webhook-row';

/** @throws AppError forbidden, not_found */
export async function getWebhook(actor: Actor, address: WebhookAddress): Promise<{ data: Webhook }> {
  return { data: webhookOf(await findWebhook(actor, address, 'reader'), actor) };
}
