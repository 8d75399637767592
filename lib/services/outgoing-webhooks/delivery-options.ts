import { z } from 'zod';

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
};
