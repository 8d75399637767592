import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
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
  operation(createWebhookEndpoint, (actor, { params, body }) => createWebhook(actor, { ...body, ...params })),
  operation(getWebhookEndpoint, (actor, { params }) => getWebhook(actor, params)),
  operation(updateWebhookEndpoint, (actor, { params, body }) => updateWebhook(actor, { ...body, ...params })),
  operation(deleteWebhookEndpoint, async (actor, { params }) => void (await deleteWebhook(actor, params))),
  operation(setWebhookActiveEndpoint, (actor, { params, body }) =>
    setWebhookActive(actor, { ...body, ...params }),
  ),
  operation(setWebhookSecretEndpoint, (actor, { params, body }) =>
    setWebhookSecret(actor, { ...body, ...params }),
  ),
  operation(removeWebhookSecretEndpoint, (actor, { params }) => removeWebhookSecret(actor, params)),
  operation(previewWebhookPayloadEndpoint, (actor, { params, body }) =>
    previewPayload(actor, { ...body, ...params }),
  ),
  operation(sendTestDeliveryEndpoint, (actor, { params }) => sendTest(actor, params)),
  operation(verifyReceiverEndpoint, (actor, { params }) => verifyReceiver(actor, params)),
  operation(listDeliveriesEndpoint, (actor, { params, query }) =>
    listDeliveries(actor, { ...query, ...params }),
  ),
  operation(getDeliveryEndpoint, (actor, { params }) => getDelivery(actor, params)),
  operation(redeliverEndpoint, (actor, { params }) => redeliver(actor, params)),
  operation(redeliverFailedEndpoint, (actor, { params, body }) =>
    redeliverFailed(actor, { ...body, ...params }),
  ),
  operation(getRedeliveryEndpoint, (actor, { params }) => getRedelivery(actor, params)),
  operation(listExecutionDeliveriesEndpoint, (actor, { params }) => listExecutionDeliveries(actor, params)),
  ...webhookApiOperations,
];
