import { z } from 'zod';
import { multilineText } from '../../platform/text/text-schemas';
import { WAITING_CALLERS } from '../runs/shapes/start-hold';

/** A higher rate is none: then the queue sets the pace. */
export const MAX_PER_MINUTE = 60_000;
/** More runs that wait are not counted. */
export const MOST_WAITING_COUNTED = 100_000;
/** The most runs that one call discards. */
export const MOST_DISCARDED = 10_000;

const REASON = { examples: ['The shop’s API is being moved'] };

export const HoldReason = multilineText(500).meta(REASON);

export const WaitingCallersChoice = z.enum(WAITING_CALLERS).meta({
  description:
    'What those get who wait for the answer: `refuse`, 503 with `Retry-After`; `queue`, 202 and a run that starts ' +
    'once the hold is released.',
});

export const PerMinute = z
  .number()
  .int()
  .min(1)
  .max(MAX_PER_MINUTE)
  .meta({
    description: 'How many of the runs that wait start in a minute. Without it as many as the queue takes.',
    examples: [60],
  });

/** A hold on a workflow, or on a whole workspace. */
export const Hold = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    workflowId: z.string().nullable().meta({ description: 'Null: everything of the workspace is held.' }),
    reason: z.string().meta(REASON),
    waitingCallers: WaitingCallersChoice,
    heldBy: z
      .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Null when the account is gone, or where no person holds it.' }),
    byRule: z.literal(true).optional().meta({ description: 'A budget that was reached holds it.' }),
    heldAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
    waiting: z
      .number()
      .int()
      .meta({
        description: `How many runs wait for it, counted up to ${MOST_WAITING_COUNTED}.`,
        examples: [12],
      }),
    release: z
      .object({
        startedAt: z.string(),
        perMinute: z
          .number()
          .int()
          .nullable()
          .meta({ examples: [60] }),
      })
      .nullable()
      .meta({ description: 'Once it is being released: since when, and at which rate. Else null.' }),
  })
  .meta({ id: 'Hold' });
export type Hold = z.infer<typeof Hold>;

/** The result of discarding runs. */
export const DiscardedRuns = z
  .object({
    discarded: z
      .number()
      .int()
      .meta({ examples: [12] }),
    waiting: z
      .number()
      .int()
      .meta({
        description: 'How many still wait: more than one call discards. Discard again.',
        examples: [0],
      }),
  })
  .meta({ id: 'DiscardedRuns' });
export type DiscardedRuns = z.infer<typeof DiscardedRuns>;
