import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { webhookApiOperations } from './api-operations';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDeliveryEndpoint,
  getRedeliveryEndpoint,
  getWebhookEndpoint,
  listDeliveriesEndpoint,
  listExecutionDeliveriesEndpoint,
  listWebhooksEndpoint,
  previewWebhookPayloadEndpoint,
  redeliverEndpoint,
  redeliverFailedEndpoint,
  removeWebhookSecretEndpoint,
  sendTestDeliveryEndpoint,
  setWebhookActiveEndpoint,
  setWebhookSecretEndpoint,
  updateWebhookEndpoint,
  verifyReceiverEndpoint,
} from './endpoints';
import { getDelivery } from './get-delivery';
import { getWebhook } from './get-webhook';
import { listDeliveries } from './list-deliveries';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { listWebhooks } from './list-webhooks';
import { previewPayload } from './preview-payload';
import { redeliver } from './redeliver';
import { getRedelivery, redeliverFailed } from './redeliver-failed';
import { sendTest } from './send-test';
import { setWebhookActive } from './set-webhook-active';
import { removeWebhookSecret, setWebhookSecret } from './set-webhook-secret';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

export const webhookRoutes: readonly Operation[] = [
  operation(listWebhooksEndpoint, (actor, { params, query }) => listWebhooks(actor, { ...query, ...params })),
  operation(createWebhookEndpoint, createWebhook),
  operation(getWebhookEndpoint, (actor, { params }) => getWebhook(actor, params)),
  operation(updateWebhookEndpoint, updateWebhook),
  operation(deleteWebhookEndpoint, deleteWebhook),
  operation(setWebhookActiveEndpoint, setWebhookActive),
  operation(setWebhookSecretEndpoint, setWebhookSecret),
  operation(removeWebhookSecretEndpoint, removeWebhookSecret),
  operation(
    previewWebhookPayloadEndpoint,
    (actor, { params, body }) => previewPayload(actor, { ...body, ...params }),
    { guards: readGuards('reader') },
  ),
  operation(sendTestDeliveryEndpoint, sendTest),
  operation(verifyReceiverEndpoint, verifyReceiver),
  operation(listDeliveriesEndpoint, (actor, { params, query }) =>
    listDeliveries(actor, { ...query, ...params }),
  ),
  operation(getDeliveryEndpoint, (actor, { params }) => getDelivery(actor, params)),
  operation(redeliverEndpoint, redeliver),
  operation(redeliverFailedEndpoint, redeliverFailed),
  operation(getRedeliveryEndpoint, (actor, { params }) => getRedelivery(actor, params)),
  operation(listExecutionDeliveriesEndpoint, (actor, { params }) => listExecutionDeliveries(actor, params)),
  ...webhookApiOperations,
];
