import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { TRIGGERS, Trigger } from '../../core/blocks/trigger';
import { Timing } from '../../core/engine/trace-span';
import { explainBadUrl } from '../../platform/text/explain-bad-url';
import { optionalLineText } from '../../platform/text/text-schemas';
import { ShownExternalId } from '../external-ids/schema';
import { LOG_LEVELS, LogLevel } from '../logs/schema';
import { deliveryOptions } from './delivery-options';
import { EVENT_TYPE } from './event-schema';

/** The types of events, in the order in which they are listed. The first is the documented one. */
export const EVENT_TYPES = [
  EVENT_TYPE,
  'run.started',
  'run.waiting',
  'workflow.published',
  'webhook.disabled',
  'alert.fired',
] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

const MAX_URL_CHARACTERS = 2_048;
const MAX_SECRET_CHARACTERS = 1_024;
const MAX_NAME_CHARACTERS = 80;

const WebhookName = optionalLineText(MAX_NAME_CHARACTERS).meta({ examples: ['Billing'] });

export const WebhookUrl = z
  .string()
  .trim()
  .min(1, 'Enter the URL that receives the notifications.')
  .max(MAX_URL_CHARACTERS, `Use at most ${MAX_URL_CHARACTERS} characters.`)
  .superRefine((text, context) => {
    const problem = whyNotUrl(text);
    if (text !== '' && problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

function whyNotUrl(text: string): string | null {
  const problem = explainBadUrl(text);
  if (problem === null || /^https?:\/\//i.test(text)) return problem;
  return readUrl(text) === null
    ? 'This is not a URL. It must look like https://example.com/webhooks.'
    : 'Only http:// and https:// URLs can be called.';
}

/**
 * The secret that signs deliveries; the whole text, as UTF-8, is the HMAC's key. The receiver chooses it:
 * any is accepted.
 */
export const WebhookSecret = z
  .string()
  .min(1, 'Enter a secret, or leave it out: deliveries are then not signed.')
  .max(MAX_SECRET_CHARACTERS, `Use at most ${MAX_SECRET_CHARACTERS} characters.`);

/** Stored as the full list, in one order; an empty one would match no run, so it is refused. */
const filterOf = <T extends string>(item: z.ZodType<T, T>, all: readonly T[], whenEmpty: string) =>
  z
    .array(item)
    .min(1, whenEmpty)
    .transform((chosen) => all.filter((value) => chosen.includes(value)))
    .meta({ type: 'array', items: { type: 'string', enum: [...all] }, minItems: 1 });

const levelFilter = filterOf(
  LogLevel,
  LOG_LEVELS,
  'Choose at least one level: with none, nothing would be sent.',
);
const triggerFilter = filterOf(
  Trigger,
  TRIGGERS,
  'Choose at least one trigger: with none, nothing would be sent.',
);

const events = filterOf(
  EventType,
  EVENT_TYPES,
  'Choose at least one event: with none, nothing would be sent.',
).describe('The types of events to send. Left out by a new subscription: completed executions alone.');

/** Flags for the larger or more private parts of a payload. */
export const PayloadOptions = z.strictObject({
  includeFinalOutput: z.boolean(),
  includeTraceSpans: z.boolean(),
  includeRateLimits: z.boolean(),
  includeUsageData: z.boolean(),
  /** Came later: settings without it are of programs that don't know it. */
  includeTags: z.boolean().default(false),
});
export type PayloadOptions = z.infer<typeof PayloadOptions>;

/** After the five documented attempts, five more at 30 min, 2 h, 5 h, 10 h and 24 h. */
const ExtendedRetries = z
  .boolean()
  .describe(
    'After the five attempts, go on 30 min, 2 h, 5 h, 10 h and 24 h later, with the same id and body.',
  );

/** These came later: programs that don't know them leave them as they are. */
export const laterOptions = {
  events: events.optional(),
  standardWebhooks: deliveryOptions.standardWebhooks.optional(),
  cloudEvents: deliveryOptions.cloudEvents.optional(),
  headers: deliveryOptions.headers.optional(),
  tagFilter: deliveryOptions.tagFilter.optional(),
  strictOrder: deliveryOptions.strictOrder.optional(),
  maxPerMinute: deliveryOptions.maxPerMinute.optional(),
  transform: deliveryOptions.transform.optional(),
};

/** The settings that the form edits. The secret has verbs of its own, because it can't be read back. */
export const WebhookSettings = z.strictObject({
  name: WebhookName.optional().describe('Left out, it stays as it is.'),
  url: WebhookUrl,
  ...PayloadOptions.shape,
  levelFilter,
  triggerFilter,
  extendedRetries: ExtendedRetries,
  ...laterOptions,
  active: z.boolean(),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

/** The same with the defaults of a new subscription. */
export const NewWebhookSettings = z.strictObject({
  name: WebhookName.default(''),
  url: WebhookUrl,
  includeFinalOutput: z.boolean().default(false),
  includeTraceSpans: z.boolean().default(false),
  includeRateLimits: z.boolean().default(false),
  includeUsageData: z.boolean().default(false),
  includeTags: z.boolean().default(false),
  levelFilter: levelFilter.default([...LOG_LEVELS]),
  triggerFilter: triggerFilter.default([...TRIGGERS]),
  events: events.default([EVENT_TYPE]),
  extendedRetries: ExtendedRetries.default(false),
  standardWebhooks: deliveryOptions.standardWebhooks.default(false),
  cloudEvents: deliveryOptions.cloudEvents.default(false),
  headers: deliveryOptions.headers.default([]),
  tagFilter: deliveryOptions.tagFilter.default(null),
  strictOrder: deliveryOptions.strictOrder.default(false),
  maxPerMinute: deliveryOptions.maxPerMinute.default(null),
  transform: deliveryOptions.transform.default(null),
  active: z.boolean().default(true),
});

export const DELIVERY_STATES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
/** The outcomes of an attempt that has ended. */
export const ATTEMPT_OUTCOMES = ['succeeded', 'failed', 'interrupted'] as const;
export const DELIVERY_CAUSES = ['schedule', 'manual', 'test'] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** `failing`: without one success for days. `gone`: its receiver answered 410 twice in a row. */
export const DisabledReason = z.enum(['failing', 'gone']);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** The endpoint's recent results, over all its attempts. Times are ISO 8601. */
const WebhookHealth = z.object({
  status: z.enum(['unknown', 'healthy', 'failing']),
  /** Failed attempts since the last success. */
  failures: z.number().int(),
  failingSince: z.string().nullable(),
  /** The time when it will be disabled unless a delivery succeeds before. */
  disablesAt: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  lastFailureAt: z.string().nullable(),
  /** The reason of the last failure in words, while the endpoint is failing. */
  lastReason: z.string().nullable(),
});

export const Webhook = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string().meta({ description: 'May be empty.', examples: ['Billing'] }),
    externalId: ShownExternalId,
    workflowId: z
      .string()
      .nullable()
      .describe('Null: all workflows of the workspace, also those created later.'),
    workflowName: z.string().nullable(),
    /** Credentials in it are masked for readers. */
    url: z.string(),
    ...PayloadOptions.shape,
    levelFilter: z.array(LogLevel),
    triggerFilter: z.array(Trigger),
    events: z.array(EventType),
    extendedRetries: z.boolean(),
    ...deliveryOptions,
    active: z.boolean(),
    /** `disabled`: automatically, for `disabledReason`. */
    state: z.enum(['active', 'paused', 'disabled']),
    disabledAt: z.string().nullable(),
    disabledReason: DisabledReason.nullable().describe(
      '`failing`: no delivery succeeded for days. `gone`: the receiver answered 410 twice in a row.',
    ),
    version: z.number().int(),
    /** Null without a secret, which is write-only. Until `overlapUntil` the previous one signs too. */
    secret: z.object({ setAt: z.string(), overlapUntil: z.string().nullable() }).nullable(),
    verification: z
      .object({ at: z.string(), problem: z.string().nullable() })
      .nullable()
      .meta({
        description:
          'When the receiver was last verified, and in words what it did wrong then. Null: never with this ' +
          'URL and secret.',
        examples: [{ at: '2026-01-31T12:00:00.000Z', problem: null }],
      }),
    health: WebhookHealth,
    /** Deliveries still to be made. */
    pending: z.number().int(),
    lastDelivery: z
      .object({ id: z.string(), state: DeliveryState, at: z.string(), status: z.number().int().nullable() })
      .nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    updatedBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A deleted subscription that can be restored. */
export const DeletedWebhook = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string().meta({ description: 'May be empty.', examples: ['Billing'] }),
    url: z
      .string()
      .meta({ description: 'Credentials in it are masked.', examples: ['https://example.com/hook'] }),
    workflowId: z.string().nullable().describe('Null: all workflows of the workspace.'),
    workflowName: z.string().nullable(),
    signed: z.boolean().meta({ description: 'True if it has a secret, which it keeps.', examples: [true] }),
    deletedAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
    restorableUntil: z.string().meta({ examples: ['2026-03-02T12:00:00.000Z'] }),
    deletedBy: z
      .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Null when the account is gone.' }),
  })
  .meta({ id: 'DeletedWebhook' });
export type DeletedWebhook = z.infer<typeof DeletedWebhook>;

const delivery = {
  /** `service-delivery-id` and `Idempotency-Key` of every attempt. */
  id: z.string(),
  eventId: z.string(),
  eventType: EventType,
  webhookId: z.string(),
  /** Null for an event of a whole workspace. */
  workflowId: z.string().nullable(),
  /** Null for an event about no run. A test's execution and log are made up: nothing has these ids. */
  executionId: z.string().nullable(),
  logId: z.string().nullable(),
  kind: z.enum(['event', 'test']),
  /** Null if the event is about no run, or one that has not ended. */
  level: LogLevel.nullable(),
  trigger: Trigger.nullable(),
  state: DeliveryState,
  /** POSTs made so far. */
  attempts: z.number().int(),
  /**
   * The most attempts that the schedule makes: 5, or 10 with extended retries; null when the subscription
   * is deleted.
   */
  maxAttempts: z.number().int().nullable(),
  lastStatus: z.number().int().nullable(),
  lastReason: z.string().nullable(),
  /** The time when the next attempt is due; null when none is, one is made now, or it waits for its turn. */
  nextAttemptAt: z.string().nullable(),
  inFlight: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** The subscription's present URL, credentials masked; null when it has been deleted. */
  url: z.string().nullable(),
};

/** One event for one subscription. Kept for 30 days. */
export const Delivery = z.object(delivery).meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof Delivery>;

const Header = z.tuple([z.string(), z.string()]).meta({ examples: [['content-type', 'application/json']] });

/**
 * Request and response of one attempt, as they went over the wire. `text` is null if the body is binary;
 * at most 16 KB of it are stored.
 */
export const WebhookExchange = z.object({
  request: z.object({ url: z.string(), headers: z.array(Header) }).nullable(),
  response: z
    .object({
      status: z.number().int(),
      headers: z.array(Header),
      body: z.object({ text: z.string().nullable(), base64: z.string().nullable(), truncated: z.boolean() }),
    })
    .nullable(),
  timing: Timing.nullable(),
});
export type WebhookExchange = z.infer<typeof WebhookExchange>;

export const Attempt = z
  .object({
    id: z.string(),
    /** Attempts by hand continue the schedule's numbers; an interrupted attempt's number is used again. */
    number: z.number().int(),
    cause: z.enum(DELIVERY_CAUSES),
    outcome: z.enum(['running', ...ATTEMPT_OUTCOMES]),
    startedAt: z.string(),
    durationMs: z.number().int().nullable(),
    status: z.number().int().nullable(),
    /** Stable: `HTTP_STATUS`, `TRANSFORM_FAILED`, `SECRET_UNREADABLE` or a code of the outbound client. */
    code: z.string().nullable(),
    /** The outcome in a sentence. */
    reason: z.string(),
    retryAt: z.string().nullable(),
    ...WebhookExchange.shape,
  })
  .meta({ id: 'WebhookAttempt' });
export type Attempt = z.infer<typeof Attempt>;

export const DeliveryDetail = z
  .object({
    ...delivery,
    body: z
      .string()
      .describe('The same bytes on every attempt. Empty until the subscription’s transform has made it.'),
    payload: z
      .string()
      .nullable()
      .describe('What the transform was given. Null without one: `body` is the event as documented.')
      .meta({ examples: [null] }),
    attemptLog: z.array(Attempt),
    withheld: z
      .string()
      .nullable()
      .describe(
        'Why `body` and `payload` are left out: an API key without `logs:read` does not read what a run put out, and gets ' +
          'no headers and bodies of responses either; or the workspace has deleted them. Null when nothing is left out.',
      )
      .meta({ examples: [null] }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

/** The progress of a "redeliver all failed". */
export const Redelivery = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    since: z.string(),
    total: z.number().int(),
    waiting: z.number().int(),
    succeeded: z.number().int(),
    failed: z.number().int(),
    createdAt: z.string(),
  })
  .meta({ id: 'WebhookRedelivery' });
export type Redelivery = z.infer<typeof Redelivery>;

/** An event that a subscription with certain settings would be sent; nothing is sent, and none need exist. */
export const ComposedEvent = z
  .object({
    id: z.string().describe('The `id` in the body. An event that is read again has the same one.'),
    type: EventType.meta({ examples: ['workflow.execution.completed'] }),
    logId: z.string().nullable().describe('Null for an event that is about no run.'),
    executionId: z.string().nullable(),
    body: z
      .string()
      .describe('The text of a delivery’s body, which is what gets signed.')
      .meta({ examples: ['{"type":"workflow.execution.completed"}'] }),
  })
  .meta({ id: 'ComposedWebhookEvent' });
export type ComposedEvent = z.infer<typeof ComposedEvent>;

/** The request that a subscription with these settings would receive. */
export const PayloadPreview = z
  .object({
    /** The source of the data: an execution, or a sample when the workflow has not run yet. */
    source: z.enum(['execution', 'sample']),
    executionId: z.string().nullable(),
    headers: z.array(Header),
    body: z.string().describe('Empty if the transform fails.'),
    transform: z
      .object({
        payload: z.string().describe('What it was given.'),
        problem: z.string().nullable().describe('Why it made no body, in words.'),
        console: z.string().describe('What it printed.'),
      })
      .nullable()
      .describe('Null without a transform.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'WebhookPayloadPreview' });
export type PayloadPreview = z.infer<typeof PayloadPreview>;

/** One of three requests, what a careful receiver does with it, and what this one did. */
export const ReceiverCheck = z.object({
  kind: z.enum(['good', 'tampered', 'stale']),
  expected: z.enum(['accept', 'refuse']),
  passed: z.boolean(),
  /** The receiver's behaviour and the expected one, in words. */
  verdict: z.string(),
  body: z.string(),
  ...WebhookExchange.shape,
});
export type ReceiverCheck = z.infer<typeof ReceiverCheck>;

export const ReceiverReport = z
  .object({ passed: z.boolean(), summary: z.string(), checks: z.array(ReceiverCheck) })
  .meta({ id: 'WebhookReceiverReport' });
export type ReceiverReport = z.infer<typeof ReceiverReport>;
