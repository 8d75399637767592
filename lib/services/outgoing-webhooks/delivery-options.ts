import { z } from 'zod';
import { RunTag } from '../../core/blocks/run-tags';
import { isStorable } from '../../platform/text/storable-text';
import { OwnHeaders } from './header-schema';

const MAX_FILTER_TAGS = 20;
const MAX_PER_MINUTE = 6_000;
const MAX_TRANSFORM_CHARACTERS = 20_000;

const TagFilter = z
  .array(RunTag)
  .min(1, 'Name at least one tag, or use null: with an empty list, nothing would be sent.')
  .max(MAX_FILTER_TAGS, `At most ${MAX_FILTER_TAGS} tags.`)
  .overwrite((tags) => [...new Set(tags)]);

const Transform = z
  .string()
  .max(MAX_TRANSFORM_CHARACTERS, `At most ${MAX_TRANSFORM_CHARACTERS.toLocaleString('en')} characters.`)
  .refine((code) => code.trim() !== '', 'Enter some code, or use null: bodies are then sent as documented.')
  .refine(isStorable, 'Remove the characters that can’t be stored: NUL, and halves of surrogate pairs.');

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
  transform: Transform.nullable()
    .describe(
      'JavaScript that makes the body: the inside of an async function that gets the documented body as ' +
        '`event` and returns another one. It runs once for each delivery, before the first attempt. Null: none. ' +
        'Setting it needs the scope `logs:read` as well.',
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that a workspace writes
    .meta({ examples: ['return { text: `Run ${event.data.executionId}: ${event.data.status}` };'] }),
};
