import { z } from 'zod';
import { INVISIBLE, isVisible } from '../../platform/text/text-schemas';
import { ShownExternalId } from '../external-ids/schema';

export const MAX_RECIPIENTS = 10;
/** Rows of a page of a rule's events. */
export const MAX_EVENTS = 100;
/** One day. */
export const MAX_WINDOW_MINUTES = 1_440;
/** Two weeks: logs are kept for longer on every plan. */
export const MAX_LONG_WINDOW_MINUTES = 20_160;
const MAX_CHOSEN_WORKFLOWS = 100;
const MAX_COUNT = 10_000;
const MAX_MS = 86_400_000;
const MAX_USD = 1_000_000;
/** Failures in a row: so many runs of a workflow are read at each check. */
const MAX_IN_A_ROW = 100;
const MAX_PERCENT = 99;

const Count = z.number('Enter a number.').int('Enter a whole number.').min(1, 'At least 1.').max(MAX_COUNT);
const InARow = z
  .number('Enter a number.')
  .int('Enter a whole number.')
  .min(2, 'At least 2.')
  .max(MAX_IN_A_ROW, `At most ${MAX_IN_A_ROW}.`);
const Ms = z.number('Enter a number.').int().min(1, 'At least 1 ms.').max(MAX_MS, 'At most a day.');
const Percent = z
  .number('Enter a number.')
  .positive('More than 0.')
  .max(MAX_PERCENT, `At most ${MAX_PERCENT}.`);

/** The errors that a rule is about: `any` are new ones and those that came back. */
export const ERROR_NEWS = ['any', 'new', 'reopened'] as const;

export const AlertCondition = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('failures'), count: Count }),
    z.strictObject({ kind: z.literal('failure-rate'), percent: Percent, count: Count }),
    z.strictObject({ kind: z.literal('failures-in-a-row'), count: InARow }),
    z.strictObject({ kind: z.literal('slower-than'), count: Count, ms: Ms }),
    z.strictObject({ kind: z.literal('p95-slower-than'), count: Count, ms: Ms }),
    z.strictObject({
      kind: z.literal('dearer-than'),
      usd: z.number('Enter an amount.').positive('More than 0.').max(MAX_USD),
    }),
    z.strictObject({ kind: z.literal('no-runs') }),
    z.strictObject({ kind: z.literal('queue-older-than') }),
    z.strictObject({ kind: z.literal('hold-older-than') }),
    z.strictObject({ kind: z.literal('server-away') }),
    z.strictObject({ kind: z.literal('error-groups'), on: z.enum(ERROR_NEWS).default('any') }),
  ])
  .describe(
    '`failures`: so many executions failed. `failure-rate`: more than `percent` of at least `count` ' +
      'failed. `failures-in-a-row`: the last `count` of a workflow failed. `slower-than`: so many worked ' +
      'for longer, waits not counted. `p95-slower-than`: of at least `count`, more than one in twenty did. ' +
      '`dearer-than`: together they cost more, in USD. `no-runs`: a workflow that ran before, or has a ' +
      'schedule, has not run for `windowMinutes`. `queue-older-than`: an execution has been in the queue ' +
      'for longer than that. `hold-older-than`: a hold has lasted for longer than that. `server-away`: ' +
      'executions wait for a server that has been unavailable for longer than that. `error-groups`: an ' +
      'error is new, or came back after it was resolved or ignored; at most one notification in ' +
      '`windowMinutes`.',
  )
  .meta({ id: 'AlertCondition' });
export type AlertCondition = z.infer<typeof AlertCondition>;
export type ErrorCondition = Extract<AlertCondition, { kind: 'error-groups' }>;
const EACH_KINDS = ['failures-in-a-row', 'no-runs', 'hold-older-than', 'server-away'] as const;
/** Conditions that each workflow, hold or server fulfils or not. */
export type EachCondition = Extract<AlertCondition, { kind: (typeof EACH_KINDS)[number] }>;
export const isEach = (condition: AlertCondition): condition is EachCondition =>
  EACH_KINDS.some((kind) => kind === condition.kind);
/** Conditions that the runs of all chosen workflows fulfil together or not. */
export type MeasuredCondition = Exclude<AlertCondition, ErrorCondition | EachCondition>;

const LONG_WINDOWS = new Set<AlertCondition['kind']>([...EACH_KINDS, 'queue-older-than']);

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

const settings = {
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
    .max(MAX_LONG_WINDOW_MINUTES, 'At most 14 days.')
    .describe(
      'How far back executions count, at most a day. Of `failures-in-a-row`, `no-runs`, ' +
        '`queue-older-than`, `hold-older-than` and `server-away`: at most 14 days.',
    ),
  workflowIds: z.array(z.string()).max(MAX_CHOSEN_WORKFLOWS).default([]).describe('Empty: all workflows.'),
  destination: AlertDestination,
  notifyRecovery: z
    .boolean()
    .default(true)
    .describe('Whether it is also sent when the condition no longer holds.'),
  enabled: z.boolean().default(true),
};

/** The settings an author can change. */
export const AlertSettings = z.strictObject(settings).superRefine(refuseLongWindow);
export type AlertSettings = z.infer<typeof AlertSettings>;

export const NewAlert = z
  .strictObject({ ...settings, workspaceId: z.string() })
  .superRefine(refuseLongWindow);
export type NewAlert = z.infer<typeof NewAlert>;

/** Refines settings that are extended: a window of over a day is for few conditions. */
export function refuseLongWindow(
  { condition, windowMinutes }: { condition: AlertCondition; windowMinutes: number },
  context: z.core.$RefinementCtx,
): void {
  if (windowMinutes <= MAX_WINDOW_MINUTES || LONG_WINDOWS.has(condition.kind)) return;
  context.addIssue({ code: 'custom', path: ['windowMinutes'], message: 'At most a day (1,440 minutes).' });
}

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

export const AlertRule = z
  .strictObject({
    ...settings,
    id: z.string(),
    externalId: ShownExternalId,
    recipients: z.array(AlertRecipient).describe('Of a rule that sends e-mail: which addresses get it.'),
    signed: z.boolean().describe('Whether requests to the webhook carry a signature.'),
    firingSince: z.string().nullable().describe('ISO 8601; null while all is well.'),
    lastProblem: z
      .string()
      .nullable()
      .describe('Why the last notification did not arrive; null when it did.'),
    createdAt: z.string(),
  })
  .meta({ id: 'AlertRule' });
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
