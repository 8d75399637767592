import type { Actor } from '../access/actor';
import { actionsOf, readGuards } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import * as api from './endpoints';
import type { WebhookAddress } from './find-webhook';
import { getDelivery } from './get-delivery';
import { getRedelivery } from './get-redelivery';
import { getWebhook } from './get-webhook';
import { listDeletedWebhooks } from './list-deleted-webhooks';
import { listDeliveries } from './list-deliveries';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { listWebhookEvents } from './list-webhook-events';
import { listWebhooks } from './list-webhooks';
import { locateWebhook } from './locate-webhook';
import { previewPayload } from './preview-payload';
import { purgeWebhook } from './purge-webhook';
import { putWebhook } from './put-webhook';
import { redeliver } from './redeliver';
import { redeliverFailed } from './redeliver-failed';
import { restoreWebhook } from './restore-webhook';
import { sendPending } from './send-pending';
import { sendTest } from './send-test';
import { setWebhookActive } from './set-webhook-active';
import { removeWebhookSecret, setWebhookSecret } from './set-webhook-secret';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

/** A verb of one subscription: its address is its id alone. */
const located =
  <Rest, Answer>(verb: (actor: Actor, input: Rest & WebhookAddress) => Promise<Answer>) =>
  async (actor: Actor, input: { params: { id: string }; query?: unknown; body?: unknown }) => {
    const { params, query, body } = input;
    const address = await locateWebhook(actor, params.id);
    return verb(actor, { ...(body as Rest), ...(query as Rest), ...params, ...address });
  };

const PUT_ACTIONS = [createWebhook, updateWebhook, setWebhookSecret, removeWebhookSecret].flatMap(
  ({ guards }) => actionsOf(guards),
);

export const webhookRoutes: readonly Operation[] = [
  listOperation(api.listWebhooksEndpoint, newestFirst, (actor, { query }) => listWebhooks(actor, query)),
  operation(api.createWebhookEndpoint, createWebhook),
  operation(
    api.putWebhookEndpoint,
    async (actor, { params, body }) => replyOfPut(await putWebhook(actor, { ...body, ...params })),
    { guards: putGuards('webhooks', PUT_ACTIONS) },
  ),
  operation(api.getWebhookEndpoint, located(getWebhook)),
  operation(api.updateWebhookEndpoint, located(updateWebhook), updateWebhook),
  operation(api.deleteWebhookEndpoint, located(deleteWebhook), deleteWebhook),
  listOperation(api.listDeletedWebhooksEndpoint, newestFirst, (actor, { query }) =>
    listDeletedWebhooks(actor, query),
  ),
  operation(api.restoreWebhookEndpoint, restoreWebhook),
  operation(api.purgeWebhookEndpoint, purgeWebhook),
  operation(api.setWebhookActiveEndpoint, located(setWebhookActive), setWebhookActive),
  operation(api.setWebhookSecretEndpoint, located(setWebhookSecret), setWebhookSecret),
  operation(api.removeWebhookSecretEndpoint, located(removeWebhookSecret), removeWebhookSecret),
  operation(api.listWebhookEventsEndpoint, (actor, { query }, context) =>
    listWebhookEvents(actor, query, context),
  ),
  operation(api.sendTestDeliveryEndpoint, located(sendTest), sendTest),
  operation(api.verifyReceiverEndpoint, located(verifyReceiver), verifyReceiver),
  operation(api.listDeliveriesEndpoint, located(listDeliveries)),
  operation(api.getDeliveryEndpoint, located(getDelivery)),
  operation(api.redeliverEndpoint, located(redeliver), redeliver),
  operation(api.redeliverFailedEndpoint, located(redeliverFailed), redeliverFailed),
  operation(api.sendPendingEndpoint, located(sendPending), sendPending),
  operation(api.getRedeliveryEndpoint, located(getRedelivery)),
  operation(
    api.previewWebhookPayloadEndpoint,
    (actor, { params, body }) => previewPayload(actor, { ...body, ...params }),
    { guards: readGuards('reader') },
  ),
  listOperation(api.listExecutionDeliveriesEndpoint, newestFirst, (actor, { params }) =>
    listExecutionDeliveries(actor, params),
  ),
];
