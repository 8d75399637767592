import { z } from 'zod';
import { OwnHeaders } from './header-schema';

/** What a subscription may ask for beside the documented delivery. All of it is off by default. */
export const deliveryOptions = {
  standardWebhooks: z
    .boolean()
    .describe(
      'Also send `webhook-id`, `webhook-timestamp` and `webhook-signature`, which libraries of Standard ' +
        'Webhooks check.',
    ),
  cloudEvents: z
    .boolean()
    .describe(
      'Also send the attributes of CloudEvents as headers: `ce-id`, `ce-source`, `ce-type` and others. ' +
        'The body stays the same.',
    ),
  headers: OwnHeaders.describe(
    'Headers to send besides. Values are stored encrypted and shown as `***`; sent back so, the stored value ' +
      'stays, unless the URL leads to another server.',
  ),
};
