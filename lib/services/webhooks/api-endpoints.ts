import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { textParam } from '../../platform/http/query-params';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDeliveryEndpoint,
  getRedeliveryEndpoint,
  getWebhookEndpoint,
  listDeliveriesEndpoint,
  listWebhooksEndpoint,
  redeliverEndpoint,
  redeliverFailedEndpoint,
  removeWebhookSecretEndpoint,
  sendTestDeliveryEndpoint,
  setWebhookActiveEndpoint,
  setWebhookSecretEndpoint,
  updateWebhookEndpoint,
  verifyReceiverEndpoint,
} from './endpoints';

// The verbs of the pages' endpoints, for API keys: the same bodies, rules and answers. The address names the
// subscription alone.
const base = '/api/v1/webhooks';
const One = z.object({ id: z.string() });
const OneDelivery = z.object({ id: z.string(), deliveryId: z.string() });
const OneRedelivery = z.object({ id: z.string(), redeliveryId: z.string() });

const OF_RUN_DATA = 'Deliveries of final output or trace spans need the scope `logs:read` as well.';

const read = { auth: 'key', scope: 'webhooks:read', rateLimit: 'logs', params: One } as const;
const write = { auth: 'key', scope: 'webhooks:write', rateLimit: 'logs', params: One } as const;

export const apiListWebhooksEndpoint = defineEndpoint({
  ...listWebhooksEndpoint,
  ...read,
  id: 'listWebhookSubscriptions',
  path: base,
  params: undefined,
  query: z.strictObject({ workspaceId: textParam(), workflowId: textParam().optional() }),
});

export const apiCreateWebhookEndpoint = defineEndpoint({
  ...createWebhookEndpoint,
  ...write,
  id: 'createWebhookSubscription',
  path: base,
  description: 'With `includeFinalOutput` or `includeTraceSpans` it needs the scope `logs:read` as well.',
  params: undefined,
  body: createWebhookEndpoint.body!.extend({ workspaceId: z.string() }),
  problems: ['not_found', 'quota_exceeded'],
});

export const apiGetWebhookEndpoint = defineEndpoint({
  ...getWebhookEndpoint,
  ...read,
  id: 'getWebhookSubscription',
  path: `${base}/{id}`,
});

export const apiUpdateWebhookEndpoint = defineEndpoint({
  ...updateWebhookEndpoint,
  ...write,
  id: 'updateWebhookSubscription',
  path: `${base}/{id}`,
  description:
    `${updateWebhookEndpoint.description} Adding \`includeFinalOutput\` or \`includeTraceSpans\`, and ` +
    'changing the URL of a subscription that sends them, needs the scope `logs:read` as well.',
});

export const apiDeleteWebhookEndpoint = defineEndpoint({
  ...deleteWebhookEndpoint,
  ...write,
  id: 'deleteWebhookSubscription',
  path: `${base}/{id}`,
});

export const apiSetWebhookActiveEndpoint = defineEndpoint({
  ...setWebhookActiveEndpoint,
  ...write,
  id: 'setWebhookSubscriptionActive',
  path: `${base}/{id}/active`,
});

export const apiSetWebhookSecretEndpoint = defineEndpoint({
  ...setWebhookSecretEndpoint,
  ...write,
  id: 'setWebhookSubscriptionSecret',
  path: `${base}/{id}/secret`,
});

export const apiRemoveWebhookSecretEndpoint = defineEndpoint({
  ...removeWebhookSecretEndpoint,
  ...write,
  id: 'removeWebhookSubscriptionSecret',
  path: `${base}/{id}/secret`,
});

export const apiSendTestEndpoint = defineEndpoint({
  ...sendTestDeliveryEndpoint,
  ...write,
  id: 'testWebhookSubscription',
  path: `${base}/{id}/test`,
});

export const apiVerifyReceiverEndpoint = defineEndpoint({
  ...verifyReceiverEndpoint,
  ...write,
  id: 'verifyWebhookReceiver',
  path: `${base}/{id}/verify`,
  problems: ['conflict'],
});

export const apiListDeliveriesEndpoint = defineEndpoint({
  ...listDeliveriesEndpoint,
  ...read,
  id: 'listWebhookDeliveries',
  path: `${base}/{id}/deliveries`,
});

export const apiGetDeliveryEndpoint = defineEndpoint({
  ...getDeliveryEndpoint,
  ...read,
  id: 'getWebhookDelivery',
  path: `${base}/{id}/deliveries/{deliveryId}`,
  description:
    'The body and what the receiver answered are there for keys with the scope `logs:read`; for others ' +
    '`withheld` says so.',
  params: OneDelivery,
});

export const apiRedeliverEndpoint = defineEndpoint({
  ...redeliverEndpoint,
  ...write,
  id: 'redeliverWebhook',
  path: `${base}/{id}/deliveries/{deliveryId}/redeliver`,
  description: `${redeliverEndpoint.description} ${OF_RUN_DATA}`,
  params: OneDelivery,
  problems: ['conflict'],
});

export const apiRedeliverFailedEndpoint = defineEndpoint({
  ...redeliverFailedEndpoint,
  ...write,
  id: 'redeliverFailedWebhooks',
  path: `${base}/{id}/redeliveries`,
  description: OF_RUN_DATA,
  problems: ['conflict'],
});

export const apiGetRedeliveryEndpoint = defineEndpoint({
  ...getRedeliveryEndpoint,
  ...read,
  id: 'getWebhookRedelivery',
  path: `${base}/{id}/redeliveries/{redeliveryId}`,
  params: OneRedelivery,
});
