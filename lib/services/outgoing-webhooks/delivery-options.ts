import { z } from 'zod';
import { RunTag } from '../../core/blocks/run-tags';
import { OwnHeaders } from './header-schema';

const MAX_FILTER_TAGS = 20;
const MAX_PER_MINUTE = 6_000;

const TagFilter = z
  .array(RunTag)
  .min(1, 'Name at least one tag, or use null: with an empty list, nothing would be sent.')
  .max(MAX_FILTER_TAGS, `At most ${MAX_FILTER_TAGS} tags.`)
  .overwrite((tags) => [...new Set(tags)]);

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
    'Headers to send besides. Values are stored encrypted and shown as `***`. Sent back as `***`, the ' +
      'stored value stays, unless the URL leads to another server.',
  ),
  tagFilter: TagFilter.nullable()
    .describe('Only runs with one of these tags, or more. Null: whatever tags a run has, and none.')
    .meta({ examples: [['nightly']] }),
  strictOrder: z
    .boolean()
    .describe(
      'One delivery at a time, in the order in which the runs ended: the next waits until the one before ' +
        'has been acknowledged or has failed for good.',
    ),
  maxPerMinute: z
    .number()
    .int('Use a whole number.')
    .min(1, 'At least 1 a minute.')
    .max(MAX_PER_MINUTE, `At most ${MAX_PER_MINUTE} a minute.`)
    .nullable()
    .describe('The most requests a minute, retries included. Null: no limit.')
    .meta({ examples: [60] }),
};
