import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import {
  cursorParam,
  instantParam,
  integerParam,
  listParam,
  switchParam,
  textParam,
} from '../../platform/http/query-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';
import { LogLevel } from '../logs/schema';
import { deliveryOptions } from './delivery-options';
import {
  ComposedEvent,
  DeletedWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryState,
  EventType,
  laterOptions,
  NewWebhookSettings,
  PayloadOptions,
  PayloadPreview,
  ReceiverReport,
  Redelivery,
  Webhook,
  WebhookSecret,
  WebhookSettings,
} from './schema';

const tag = 'Webhooks';
const base = '/api/v1/webhooks';
const OneWebhook = z.object({ id: z.string() });
const OneDelivery = z.object({ id: z.string(), deliveryId: z.string() });

const read = { tag, auth: 'key', scope: 'webhooks:read', rateLimit: 'logs' } as const;
const write = { tag, auth: 'key', scope: 'webhooks:write', rateLimit: 'logs' } as const;
const OF_RUN_DATA = 'Deliveries of final output or trace spans need the scope `logs:read` as well.';

const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;
const MAX_DELIVERIES_PAGE = 100;
const MAX_EVENTS_PAGE = 100;
/** Proxies close what is silent for much longer. */
const MAX_WAIT_SECONDS = 25;

/** Given by the person, as a text or in `value`, or made by the server and shown in the answer only. */
const SecretChoice = z.union([
  WebhookSecret,
  z.strictObject({ generate: z.literal(true) }),
  z.strictObject({ value: WebhookSecret }),
]);
/** `secret` is there only when the server made it, and never again. */
const WebhookWithSecret = z.object({ data: Webhook, secret: z.string().nullable() });

const STALE = {
  409: z.object({
    currentVersion: z.number().optional().describe('The stored version, when `version` is another.'),
    updatedAt: z.string().optional(),
    updatedBy: z.object({ userId: z.string(), name: z.string() }).nullable().optional(),
  }),
};

export const listWebhooksEndpoint = defineEndpoint({
  id: 'listWebhookSubscriptions',
  method: 'GET',
  path: base,
  summary:
    'Webhook subscriptions of a workspace, or those that cover one of its workflows, with their health',
  ...read,
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam(), workflowId: textParam().optional() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Webhook), ...NEXT_CURSOR }),
});

export const createWebhookEndpoint = defineEndpoint({
  id: 'createWebhookSubscription',
  method: 'POST',
  path: base,
  summary: 'Subscribe a URL to completed executions of one workflow or of all, and to other events',
  description:
    'With `includeFinalOutput`, `includeTraceSpans` or `transform` it needs the scope `logs:read` as well.',
  ...write,
  body: NewWebhookSettings.extend({
    workspaceId: z.string(),
    workflowId: z
      .string()
      .nullable()
      .describe('Null: all workflows of the workspace, also those created later.'),
    secret: SecretChoice.optional(),
  }),
  response: WebhookWithSecret,
  status: 201,
  problems: ['not_found', 'quota_exceeded'],
});

export const getWebhookEndpoint = defineEndpoint({
  id: 'getWebhookSubscription',
  method: 'GET',
  path: `${base}/{id}`,
  summary: 'One webhook subscription',
  ...read,
  params: OneWebhook,
  response: z.object({ data: Webhook }),
});

const KeptWebhook = WebhookWithSecret.extend({ changed: CHANGED });

export const putWebhookEndpoint = defineEndpoint({
  id: 'putWebhookSubscription',
  method: 'PUT',
  path: `${base}/by-external-id/{externalId}`,
  summary: 'Create a subscription, or make it as given',
  description:
    'What is left out has its default. `active`, `secret`, `events`, `headers`, `tagFilter`, `standardWebhooks`, ' +
    '`cloudEvents`, `strictOrder`, `maxPerMinute` and `transform` stay as they are. When nothing differs, nothing ' +
    'is written. ' +
    '`version` is the one the change is based on; a stale one is 409, as with an id. Rights are those of ' +
    'creating and changing.',
  ...write,
  params: z.object({ externalId: ExternalId }),
  body: NewWebhookSettings.extend({
    ...laterOptions,
    workspaceId: z.string(),
    workflowId: z
      .string()
      .nullable()
      .describe('Null: all workflows of the workspace. It stays that of a subscription that exists.'),
    active: z.boolean().optional().describe('Left out: as it is; a new subscription is active.'),
    secret: SecretChoice.nullable()
      .optional()
      .describe(
        'Left out: as it is. Null: deliveries are not signed. `generate` makes one only where there is none.',
      ),
    version: z.number().int().optional(),
  }),
  response: KeptWebhook,
  otherResponses: { 201: { description: CREATED, schema: KeptWebhook } },
  problems: ['quota_exceeded'],
  problemMembers: STALE,
});

export const updateWebhookEndpoint = defineEndpoint({
  id: 'updateWebhookSubscription',
  method: 'PUT',
  path: `${base}/{id}`,
  summary: 'Change a subscription’s settings',
  description:
    '`version` is the one the change is based on; a stale one is 409 with `currentVersion`, ' +
    '`updatedAt` and `updatedBy`. Options that are left out stay as they are. ' +
    'Adding `includeFinalOutput` or `includeTraceSpans`, and ' +
    'changing the URL of a subscription that sends them, needs the scope `logs:read` as well. So does another ' +
    '`transform`.',
  ...write,
  params: OneWebhook,
  body: WebhookSettings.extend({ version: z.number().int() }),
  response: z.object({ data: Webhook }),
  problemMembers: STALE,
});

export const deleteWebhookEndpoint = defineEndpoint({
  id: 'deleteWebhookSubscription',
  method: 'DELETE',
  path: `${base}/{id}`,
  summary: 'Delete a subscription; pending deliveries are cancelled',
  description: 'It can be restored for 30 days.',
  ...write,
  params: OneWebhook,
  status: 204,
});

const deletedBase = '/api/v1/deleted-webhooks';

export const listDeletedWebhooksEndpoint = defineEndpoint({
  id: 'listDeletedWebhookSubscriptions',
  method: 'GET',
  path: deletedBase,
  summary: 'List the deleted subscriptions that can be restored',
  description:
    'Subscriptions that were deleted in the last 30 days; the newest 1,000. Those that were deleted with their ' +
    'workflow are restored with it.',
  tag,
  auth: 'key',
  scope: 'webhooks:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(DeletedWebhook), ...NEXT_CURSOR }),
});

export const restoreWebhookEndpoint = defineEndpoint({
  id: 'restoreWebhookSubscription',
  method: 'POST',
  path: `${deletedBase}/{id}/restore`,
  summary: 'Restore a deleted subscription',
  description:
    'With its secret, headers and filters. It is paused afterwards: resume it when it may send. What was cancelled ' +
    `is not sent. 409 while its workflow is deleted, or if another one has its external id now. ${OF_RUN_DATA}`,
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: OneWebhook,
  response: z.object({ data: Webhook }),
  problems: ['conflict'],
});

export const purgeWebhookEndpoint = defineEndpoint({
  id: 'purgeWebhookSubscription',
  method: 'DELETE',
  path: `${deletedBase}/{id}`,
  summary: 'Delete a deleted subscription for good',
  description: 'It can’t be restored any more. This takes the role admin.',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: OneWebhook,
  status: 204,
});

export const setWebhookActiveEndpoint = defineEndpoint({
  id: 'setWebhookSubscriptionActive',
  method: 'PUT',
  path: `${base}/{id}/active`,
  summary: 'Pause or resume a subscription',
  ...write,
  params: OneWebhook,
  body: z.strictObject({ active: z.boolean() }),
  response: z.object({ data: Webhook }),
});

export const setWebhookSecretEndpoint = defineEndpoint({
  id: 'setWebhookSubscriptionSecret',
  method: 'PUT',
  path: `${base}/{id}/secret`,
  summary: 'Set, replace or rotate the signing secret',
  description: 'With an overlap, both the new and the old secret sign until it has passed.',
  ...write,
  params: OneWebhook,
  body: z.strictObject({
    secret: SecretChoice,
    overlapSeconds: z.number().int().min(0).max(MAX_OVERLAP_SECONDS, 'At most 7 days.').default(0),
  }),
  response: WebhookWithSecret,
});

export const removeWebhookSecretEndpoint = defineEndpoint({
  id: 'removeWebhookSubscriptionSecret',
  method: 'DELETE',
  path: `${base}/{id}/secret`,
  summary: 'Remove the signing secret; deliveries are no longer signed',
  ...write,
  params: OneWebhook,
  response: z.object({ data: Webhook }),
});

export const previewWebhookPayloadEndpoint = defineEndpoint({
  id: 'previewWebhookPayload',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/webhook-preview',
  movedFrom: '/api/workspaces/{workspaceId}/webhook-preview',
  summary: 'Preview the payload for given settings',
  description:
    'Of the last execution of the workflow, or of the workspace where `workflowId` is null; of a sample when ' +
    'nothing has run yet. Sends nothing. Only writers may preview a transform, and keys ' +
    'with `webhooks:write`. What is of runs needs the scope `logs:read` as well.',
  tag,
  auth: 'key',
  scope: 'webhooks:read',
  params: z.object({ workspaceId: z.string() }),
  body: PayloadOptions.extend({
    workflowId: z.string().nullable(),
    standardWebhooks: deliveryOptions.standardWebhooks.optional(),
    cloudEvents: deliveryOptions.cloudEvents.optional(),
    transform: deliveryOptions.transform.optional(),
    event: EventType.optional().describe('Left out: a completed execution. Of others a sample is shown.'),
  }),
  response: z.object({ data: PayloadPreview }),
});

export const listWebhookEventsEndpoint = defineEndpoint({
  id: 'listWebhookEvents',
  method: 'GET',
  path: '/api/v1/webhook-events',
  summary: 'Read the events that a subscription with given settings would be sent',
  description:
    'For programs that have no address of their own, such as `millrace webhooks listen`. Nothing is sent, and no ' +
    'subscription is needed. Without `cursor` it begins now, with an empty page. Pass `nextCursor`, or on the last ' +
    'page `resumeCursor`, as `cursor`: each execution that completes is returned once. With `webhook.disabled` or ' +
    '`alert.fired` among `events` it needs the scope `webhooks:read` as well.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  query: z.strictObject({
    workspaceId: textParam(),
    workflowId: textParam().optional().describe('All workflows of the workspace unless given.'),
    levels: listParam(LogLevel).optional(),
    triggers: listParam(Trigger).optional(),
    events: listParam(EventType)
      .optional()
      .describe(
        'Types of events; completed executions unless given. Others are there from the first call with them on, ' +
          'while calls follow each other within two minutes.',
      ),
    includeFinalOutput: switchParam.default(false),
    includeTraceSpans: switchParam.default(false),
    includeRateLimits: switchParam.default(false),
    includeUsageData: switchParam.default(false),
    includeTags: switchParam.default(false),
    cursor: cursorParam.describe('Of the page before, unchanged, with the same filters.'),
    limit: integerParam(1, MAX_EVENTS_PAGE).default(25),
    waitSeconds: integerParam(0, MAX_WAIT_SECONDS)
      .default(0)
      .describe('With `cursor`: where nothing has happened, the answer waits for so long.'),
  }),
  problems: ['cursor_expired', 'not_found'],
  response: z.object({
    data: z.array(ComposedEvent),
    nextCursor: z.string().nullable().describe('Null when there is nothing more.'),
    resumeCursor: z
      .string()
      .optional()
      .describe('On the last page: passed as `cursor`, it returns what has completed since.'),
  }),
});

export const sendTestDeliveryEndpoint = defineEndpoint({
  id: 'testWebhookSubscription',
  method: 'POST',
  path: `${base}/{id}/test`,
  summary: 'Send a test delivery now and return the response',
  description:
    'One POST of a made-up event with `service-test: true`, ' +
    'whether the subscription is active or not. A success re-enables one that was disabled for failing.',
  ...write,
  params: OneWebhook,
  query: z.strictObject({
    event: EventType.optional().describe('By default the first type that the subscription is sent.'),
  }),
  response: z.object({ data: DeliveryDetail }),
});

export const verifyReceiverEndpoint = defineEndpoint({
  id: 'verifyWebhookReceiver',
  method: 'POST',
  path: `${base}/{id}/verify`,
  summary: 'Check whether the receiver verifies signatures',
  description:
    'Sends a good, a tampered and a stale delivery of made-up executions, with `service-test: true`, ' +
    'and says what the receiver did and what it should do.',
  ...write,
  params: OneWebhook,
  response: z.object({ data: ReceiverReport }),
  problems: ['conflict'],
});

export const listDeliveriesEndpoint = defineEndpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${base}/{id}/deliveries`,
  summary: 'Deliveries of a subscription, newest first',
  ...read,
  params: OneWebhook,
  query: z.strictObject({
    state: DeliveryState.optional(),
    since: instantParam.optional(),
    cursor: cursorParam,
    limit: integerParam(1, MAX_DELIVERIES_PAGE).default(25),
  }),
  response: z.object({ data: z.array(Delivery), nextCursor: z.string().nullable() }),
});

export const getDeliveryEndpoint = defineEndpoint({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: `${base}/{id}/deliveries/{deliveryId}`,
  summary: 'One delivery with every attempt',
  description:
    'The body and what the receiver answered are there for keys with the scope `logs:read`; for others ' +
    '`withheld` says so.',
  ...read,
  params: OneDelivery,
  response: z.object({ data: DeliveryDetail }),
});

export const redeliverEndpoint = defineEndpoint({
  id: 'redeliverWebhook',
  method: 'POST',
  path: `${base}/{id}/deliveries/{deliveryId}/redeliver`,
  summary: 'Send a delivery again, now',
  description:
    'The same id and body. One that waits for its next attempt is sent at once; ' +
    `one that has ended gets one more POST, without retries. ${OF_RUN_DATA}`,
  ...write,
  params: OneDelivery,
  response: z.object({ data: Delivery }),
  status: 202,
  problems: ['conflict'],
});

export const redeliverFailedEndpoint = defineEndpoint({
  id: 'redeliverFailedWebhooks',
  method: 'POST',
  path: `${base}/{id}/redeliveries`,
  summary: 'Send all failed deliveries since a date again',
  description: OF_RUN_DATA,
  ...write,
  params: OneWebhook,
  body: z.strictObject({ since: instantParam }),
  response: z.object({ data: Redelivery }),
  status: 202,
  problems: ['conflict'],
});

export const sendPendingEndpoint = defineEndpoint({
  id: 'sendPendingWebhooks',
  method: 'POST',
  path: `${base}/{id}/pending/send`,
  summary: 'Send all pending deliveries now',
  description:
    'Each makes the next attempt of its schedule at once: for a receiver that works again. `count` is how ' +
    `many were waiting, at most 10,000 a call; those under way are not counted. ${OF_RUN_DATA}`,
  ...write,
  params: OneWebhook,
  response: z.object({ data: z.object({ count: z.number().int() }) }),
  status: 202,
  problems: ['conflict'],
});

export const getRedeliveryEndpoint = defineEndpoint({
  id: 'getWebhookRedelivery',
  method: 'GET',
  path: `${base}/{id}/redeliveries/{redeliveryId}`,
  summary: 'Progress of redelivering all failed deliveries',
  ...read,
  params: z.object({ id: z.string(), redeliveryId: z.string() }),
  response: z.object({ data: Redelivery }),
});

export const listExecutionDeliveriesEndpoint = defineEndpoint({
  id: 'listExecutionDeliveries',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/executions/{executionId}/webhook-deliveries',
  movedFrom: '/api/workspaces/{workspaceId}/executions/{executionId}/webhook-deliveries',
  summary: 'Deliveries for an execution',
  tag,
  auth: 'key',
  scope: 'webhooks:read',
  params: z.object({ workspaceId: z.string(), executionId: z.string() }),
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Delivery), ...NEXT_CURSOR }),
});
