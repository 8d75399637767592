import { z } from 'zod';

/** The address for requests that start runs at a Webhook block. */
export const HookAddress = z
  .object({
    url: z.string(),
    createdAt: z.string(),
    /** True if requests start runs: the block is in the live version, and enabled. */
    isLive: z.boolean(),
  })
  .meta({ id: 'HookAddress' });
export type HookAddress = z.infer<typeof HookAddress>;

/** The possible outcomes of a request to a webhook's URL. */
export const HOOK_OUTCOMES = [
  'accepted',
  'duplicate',
  'filtered',
  'challenge',
  'check_failed',
  'address_refused',
  'method_refused',
  'too_large',
  'encoding_refused',
  'over_limit',
  'held',
  'unpublished',
  'not_set_up',
  'failed',
] as const;
export const HookOutcome = z.enum(HOOK_OUTCOMES).meta({
  description:
    '`accepted`: it starts a run; `duplicate`: an earlier request had its key; `filtered`: the condition ' +
    'did not hold; `challenge`: the sender asked whether the URL expects it, and was answered; ' +
    '`held`: on hold, and the sender waits for the answer; `unpublished`: no version is live any more; ' +
    '`not_set_up`: a secret is missing, or the condition failed; all others were refused.',
});
export type HookOutcome = z.infer<typeof HookOutcome>;

/** A request to a webhook's test URL, without what it held. */
export const HookRequestSummary = z
  .object({
    id: z.string(),
    receivedAt: z.string(),
    method: z.string(),
    /** Size of the body in bytes. */
    size: z.number(),
    outcome: HookOutcome,
    /** The reason for a refusal, for the author; the sender gets a shorter one. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'HookRequestSummary' });
export type HookRequestSummary = z.infer<typeof HookRequestSummary>;

export const HookRequestDetail = HookRequestSummary.extend({
  /** Names are in lowercase; a credential is `***` for those who may not edit the workflow. */
  headers: z.array(z.object({ name: z.string(), value: z.unknown(), isCredential: z.boolean() })),
  query: z.record(z.string(), z.unknown()),
  /** The value of `<webhook.body>`. */
  body: z.unknown(),
  /** The body as received, when it is text. */
  text: z.string().nullable(),
}).meta({ id: 'HookRequestDetail' });
export type HookRequestDetail = z.infer<typeof HookRequestDetail>;

/** Requests to the live URL of the last seven days. */
export const HookOutcomeCount = z
  .object({ outcome: HookOutcome, count: z.number(), lastAt: z.string() })
  .meta({ id: 'HookOutcomeCount' });
export type HookOutcomeCount = z.infer<typeof HookOutcomeCount>;

/** `listening`: from now on test requests are stored. `changed`: there is a new one. */
export const HookListenEvent = z
  .object({ type: z.enum(['listening', 'changed']) })
  .meta({ id: 'HookListenEvent' });
export type HookListenEvent = z.infer<typeof HookListenEvent>;
