import { z } from 'zod';
import type { SentEvent } from '../openapi/openapi';
import { EVENT_TYPE, WebhookEvent } from './event-schema';
import {
  AlertFiredEvent,
  RunStartedEvent,
  RunWaitingEvent,
  WebhookDisabledEvent,
  WorkflowPublishedEvent,
} from './other-event-schemas';

const headersOf = (type: string) =>
  DeliveryHeaders.extend({
    'service-event': z.literal(type).describe('The event’s type.'),
    'ce-type': z.literal(type).optional().describe('With `cloudEvents`: the event’s type.'),
  });

const ANSWERS = {
  '2XX': 'Acknowledged, within 30 s.',
  '410': 'Failed; a second one in a row disables the subscription.',
  '429': 'Retried; a `Retry-After` may lengthen the wait, up to 10 min.',
  '5XX':
    'Retried after 5 s, 15 s, 1 min and 3 min, five attempts in all; ' +
    'with `extendedRetries` ten over two days. The same without any response.',
  default: 'Failed; not retried. Redirects are not followed.',
};

const DeliveryHeaders = z.object({
  'service-event': z.string(),
  'service-timestamp': z
    .string()
    .meta({ examples: ['1769860800842'] })
    .describe('When this attempt was made, milliseconds since 1970. Refuse what is older than five minutes.'),
  'service-delivery-id': z
    .string()
    .meta({ examples: ['019a8f3c-7302-7e12-9f4a-2c6d8e0b1f55'] })
    .describe('One id per event and subscription, the same on every attempt and redelivery.'),
  'Idempotency-Key': z
    .string()
    .meta({ examples: ['019a8f3c-7302-7e12-9f4a-2c6d8e0b1f55'] })
    .describe('The same id. Drop a delivery whose id you have handled.'),
  'service-signature': z
    .string()
    .optional()
    .describe(
      'With a secret: `t=<timestamp>,v1=<hex>`, ' +
        'where hex is `HMAC-SHA256(secret, <timestamp> + "." + <raw body>)`. ' +
        'There are two `v1` while a rotation of the secret overlaps; one match is enough.',
    ),
  'service-test': z
    .literal('true')
    .optional()
    .describe('On tests only (*Send test*, *Verify my receiver*): do no work, the execution is not real.'),
  'webhook-id': z
    .string()
    .optional()
    .meta({ examples: ['019a8f3c-7302-7e12-9f4a-2c6d8e0b1f55'] })
    .describe('With `standardWebhooks`: the same id as `service-delivery-id`.'),
  'webhook-timestamp': z
    .string()
    .optional()
    .meta({ examples: ['1769860800'] })
    .describe('With `standardWebhooks`: when this attempt was made, seconds since 1970.'),
  'webhook-signature': z
    .string()
    .optional()
    .meta({ examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] })
    .describe(
      'With `standardWebhooks` and a secret: `v1,<base64>`, where base64 is `HMAC-SHA256(key, ' +
        '<webhook-id> + "." + <webhook-timestamp> + "." + <raw body>)`. The key is the decoded base64 after ' +
        '`whsec_`; another secret is the key itself. A space separates two while a rotation overlaps.',
    ),
  'ce-specversion': z.literal('1.0').optional().describe('With `cloudEvents`: the version of CloudEvents.'),
  'ce-id': z
    .string()
    .optional()
    .meta({ examples: ['019a8f3c-7301-7a90-8c3d-1b5e7f9a2c44'] })
    .describe('With `cloudEvents`: the event’s id, as in the body.'),
  'ce-source': z
    .string()
    .optional()
    .meta({ examples: ['/v1/workflows/0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] })
    .describe('With `cloudEvents`: the workflow, as a path of the server.'),
  'ce-type': z.string().optional(),
  'ce-subject': z
    .string()
    .optional()
    .meta({ examples: ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'] })
    .describe('With `cloudEvents`: the execution’s id.'),
  'ce-time': z
    .string()
    .optional()
    .meta({ examples: ['2026-01-31T12:00:00.842Z'] })
    .describe('With `cloudEvents`: the time of the event.'),
});

/** The event that subscriptions receive by default, for the OpenAPI document's `webhooks`. */
const completedEvent: SentEvent = {
  id: 'executionCompleted',
  type: EVENT_TYPE,
  summary: 'An execution has completed',
  description:
    'Sent to each active subscription that matches the execution’s level, trigger and tags. ' +
    '`finalOutput`, `traceSpans`, `rateLimits` and `usage` are there when the subscription asks for them. ' +
    'The body is identical on every attempt; timestamp and signature are new each time. ' +
    'Deliveries are at least once and may arrive out of order, unless the subscription has `strictOrder`.',
  tag: 'Webhooks',
  headers: headersOf(EVENT_TYPE),
  body: WebhookEvent,
  answers: ANSWERS,
};

/** One of the others, which a subscription gets only if its `events` name it. */
const otherEvent = (
  id: string,
  { type, ...about }: Pick<SentEvent, 'type' | 'summary' | 'description' | 'body'>,
): SentEvent => ({ id, type, ...about, tag: 'Webhooks', headers: headersOf(type), answers: ANSWERS });

const BY_NAME = 'Sent to each active subscription whose `events` name it';
const OF_RUN = `${BY_NAME} and which matches the run’s trigger and tags.`;

/** All events that subscriptions may receive. */
export const sentEvents: readonly SentEvent[] = [
  completedEvent,
  otherEvent('runStarted', {
    type: 'run.started',
    summary: 'A run has started',
    description: `${OF_RUN} A run that waits and goes on has started once.`,
    body: RunStartedEvent,
  }),
  otherEvent('runWaiting', {
    type: 'run.waiting',
    summary: 'A run waits for a time, a callback or an approval',
    description: `${OF_RUN} Once for each wait that lasts more than 5 s, or that somebody is to end.`,
    body: RunWaitingEvent,
  }),
  otherEvent('workflowPublished', {
    type: 'workflow.published',
    summary: 'A version of a workflow is live now',
    description: `${BY_NAME}. Also when an earlier version is made live again.`,
    body: WorkflowPublishedEvent,
  }),
  otherEvent('webhookDisabled', {
    type: 'webhook.disabled',
    summary: 'A subscription was disabled automatically',
    description: `${BY_NAME}, of the same workflow or of all. The disabled one is sent nothing.`,
    body: WebhookDisabledEvent,
  }),
  otherEvent('alertFired', {
    type: 'alert.fired',
    summary: 'An alert rule has fired',
    description: `${BY_NAME}. Those to one workflow are sent the alerts of rules that name it.`,
    body: AlertFiredEvent,
  }),
];
