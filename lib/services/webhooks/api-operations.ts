import type { Actor } from '../access/actor';
import { type Operation, operation } from '../access/operation';
import * as api from './api-endpoints';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import type { WebhookAddress } from './find-webhook';
import { getDelivery } from './get-delivery';
import { getWebhook } from './get-webhook';
import { listDeliveries } from './list-deliveries';
import { listWebhooks } from './list-webhooks';
import { locateWebhook } from './locate-webhook';
import { redeliver } from './redeliver';
import { getRedelivery, redeliverFailed } from './redeliver-failed';
import { sendTest } from './send-test';
import { setWebhookActive } from './set-webhook-active';
import { removeWebhookSecret, setWebhookSecret } from './set-webhook-secret';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

/** A verb of one subscription, for callers who know only its id. */
const located =
  <Rest, Answer>(verb: (actor: Actor, input: Rest & WebhookAddress) => Promise<Answer>) =>
  async (actor: Actor, input: { params: { id: string }; query?: unknown; body?: unknown }) => {
    const { params, query, body } = input;
    const address = await locateWebhook(actor, params.id);
    return verb(actor, { ...(body as Rest), ...(query as Rest), ...params, ...address });
  };

/** Subscriptions by API key: the same verbs as for pages. */
export const webhookApiOperations: readonly Operation[] = [
  operation(api.apiListWebhooksEndpoint, (actor, { query }) => listWebhooks(actor, query)),
  operation(api.apiCreateWebhookEndpoint, createWebhook),
  operation(api.apiGetWebhookEndpoint, located(getWebhook)),
  operation(api.apiUpdateWebhookEndpoint, located(updateWebhook), updateWebhook),
  operation(
    api.apiDeleteWebhookEndpoint,
    located(async (actor, address: WebhookAddress) => void (await deleteWebhook(actor, address))),
    deleteWebhook,
  ),
  operation(api.apiSetWebhookActiveEndpoint, located(setWebhookActive), setWebhookActive),
  operation(api.apiSetWebhookSecretEndpoint, located(setWebhookSecret), setWebhookSecret),
  operation(api.apiRemoveWebhookSecretEndpoint, located(removeWebhookSecret), removeWebhookSecret),
  operation(api.apiSendTestEndpoint, located(sendTest), sendTest),
  operation(api.apiVerifyReceiverEndpoint, located(verifyReceiver), verifyReceiver),
  operation(api.apiListDeliveriesEndpoint, located(listDeliveries)),
  operation(api.apiGetDeliveryEndpoint, located(getDelivery)),
  operation(api.apiRedeliverEndpoint, located(redeliver), redeliver),
  operation(api.apiRedeliverFailedEndpoint, located(redeliverFailed), redeliverFailed),
  operation(api.apiGetRedeliveryEndpoint, located(getRedelivery)),
];
