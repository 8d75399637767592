import { z } from 'zod';
import { INVISIBLE, isVisible } from '../../platform/text/text-schemas';

export const MAX_RECIPIENTS = 10;
/** Rows of a page of a rule's events. */
export const MAX_EVENTS = 100;
/** One day. */
export const MAX_WINDOW_MINUTES = 1_440;
const MAX_CHOSEN_WORKFLOWS = 100;
const MAX_COUNT = 10_000;
const MAX_MS = 86_400_000;
const MAX_USD = 1_000_000;

const Count = z.number('Enter a number.').int('Enter a whole number.').min(1, 'At least 1.').max(MAX_COUNT);

/** The errors that a rule is about: `any` are new ones and those that came back. */
export const ERROR_NEWS = ['any', 'new', 'reopened'] as const;

export const AlertCondition = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('failures'), count: Count }),
    z.strictObject({
      kind: z.literal('slower-than'),
      count: Count,
      ms: z.number('Enter a number.').int().min(1, 'At least 1 ms.').max(MAX_MS, 'At most a day.'),
    }),
    z.strictObject({
      kind: z.literal('dearer-than'),
      usd: z.number('Enter an amount.').positive('More than 0.').max(MAX_USD),
    }),
    z.strictObject({ kind: z.literal('error-groups'), on: z.enum(ERROR_NEWS).default('any') }),
  ])
  .describe(
    '`failures`: so many executions failed. `slower-than`: so many worked for longer, waits not counted. ' +
      '`dearer-than`: together they cost more, in USD. `error-groups`: an error is new, or came back after ' +
      'it was resolved or ignored; at most one notification in `windowMinutes`.',
  )
  .meta({ id: 'AlertCondition' });
export type AlertCondition = z.infer<typeof AlertCondition>;
export type ErrorCondition = Extract<AlertCondition, { kind: 'error-groups' }>;
/** Conditions that runs of the window fulfil or not. */
export type MeasuredCondition = Exclude<AlertCondition, ErrorCondition>;

const Recipients = z
  .array(z.email('Enter an e-mail address.').max(254))
  .min(1, 'Enter at least one address.')
  .max(MAX_RECIPIENTS, `At most ${MAX_RECIPIENTS} addresses.`);

const Url = z.url({ protocol: /^https?$/, error: 'Enter an http or https URL.' }).max(2_000);

export const AlertDestination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), to: Recipients }),
  z.strictObject({ kind: z.literal('webhook'), url: Url }),
]);
export type AlertDestination = z.infer<typeof AlertDestination>;

/** The settings an author can change. */
export const AlertSettings = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'At most 100 characters.')
    .refine((name) => !/\p{Cc}/u.test(name), 'A name has no line breaks or control characters.')
    .refine(isVisible, INVISIBLE),
  condition: AlertCondition,
  windowMinutes: z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1 minute.')
    .max(MAX_WINDOW_MINUTES, 'At most a day.')
    .describe('How far back executions count.'),
  workflowIds: z.array(z.string()).max(MAX_CHOSEN_WORKFLOWS).default([]).describe('Empty: all workflows.'),
  destination: AlertDestination,
  notifyRecovery: z
    .boolean()
    .default(true)
    .describe('Whether it is also sent when the condition no longer holds.'),
  enabled: z.boolean().default(true),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

/** An address in a rule. */
export const AlertRecipient = z
  .object({
    email: z.string().meta({ examples: ['ops@example.com'] }),
    confirmed: z
      .boolean()
      .describe(
        'False: nothing is sent there. Addresses of members, once verified, need no confirmation; ' +
          'all others are sent a link to confirm with.',
      ),
    askedAt: z
      .string()
      .nullable()
      .describe('When that link was sent.')
      .meta({ examples: ['2026-05-04T09:00:00.000Z'] }),
    problem: z
      .string()
      .nullable()
      .describe('Why the link could not be sent.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AlertRecipient' });
export type AlertRecipient = z.infer<typeof AlertRecipient>;

/** The preview for the holder of a link before they confirm. */
export const RecipientPreview = z
  .object({ email: z.string(), workspaceName: z.string(), confirmed: z.boolean() })
  .meta({ id: 'AlertRecipientPreview' });
export type RecipientPreview = z.infer<typeof RecipientPreview>;

export const AlertRule = AlertSettings.extend({
  id: z.string(),
  recipients: z.array(AlertRecipient).describe('Of a rule that sends e-mail: which addresses get it.'),
  signed: z.boolean().describe('Whether requests to the webhook carry a signature.'),
  firingSince: z.string().nullable().describe('ISO 8601; null while all is well.'),
  lastProblem: z.string().nullable().describe('Why the last notification did not arrive; null when it did.'),
  createdAt: z.string(),
}).meta({ id: 'AlertRule' });
export type AlertRule = z.infer<typeof AlertRule>;

export const ALERT_EVENT_KINDS = ['fired', 'recovered', 'test'] as const;
export const NOTIFICATION_STATES = ['pending', 'sent', 'failed'] as const;

/** A notification of a rule, kept for 30 days. */
export const AlertEvent = z
  .object({
    id: z.string(),
    kind: z.enum(ALERT_EVENT_KINDS),
    at: z.string(),
    summary: z.string(),
    state: z.enum(NOTIFICATION_STATES),
    attempts: z.number().int(),
    problem: z.string().nullable().describe('Why the last attempt failed.'),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.infer<typeof AlertEvent>;
