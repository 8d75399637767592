import { z } from 'zod';
import type { SentEvent } from '../openapi/openapi';
import { EVENT_TYPE, WebhookEvent } from './event-schema';

const DeliveryHeaders = z.object({
  'service-event': z.literal(EVENT_TYPE).describe('The event’s type.'),
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
});

/** The event that subscriptions receive, for the OpenAPI document's `webhooks`. */
export const completedEvent: SentEvent = {
  id: 'executionCompleted',
  type: EVENT_TYPE,
  summary: 'An execution has completed',
  description:
    'Sent to each active subscription that matches the execution’s level and trigger. ' +
    '`finalOutput`, `traceSpans`, `rateLimits` and `usage` are there when the subscription asks for them. ' +
    'The body is identical on every attempt; timestamp and signature are new each time. ' +
    'Deliveries are at least once and may arrive out of order.',
  tag: 'Webhooks',
  headers: DeliveryHeaders,
  body: WebhookEvent,
  answers: {
    '2XX': 'Acknowledged, within 30 s.',
    '410': 'Failed; a second one in a row disables the subscription.',
    '429': 'Retried; a `Retry-After` may lengthen the wait, up to 10 min.',
    '5XX':
      'Retried after 5 s, 15 s, 1 min and 3 min, five attempts in all; ' +
      'with `extendedRetries` ten over two days. The same without any response.',
    default: 'Failed; not retried. Redirects are not followed.',
  },
};
