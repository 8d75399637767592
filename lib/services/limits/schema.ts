import { z } from 'zod';
import { PLANS } from './plans';

const PerMinute = z
  .int('Give a whole number.')
  .min(1, 'At least 1.')
  .max(1_000_000, 'At most 1,000,000.')
  .optional();

/** Limits agreed with an enterprise; absent ones are the plan's own. */
export const CustomLimits = z.strictObject({
  syncPerMinute: PerMinute,
  asyncPerMinute: PerMinute,
  logsApiPerMinute: PerMinute,
  monthlyUsageUsd: z
    .number('Give an amount in USD.')
    .min(0, 'At least 0.')
    .max(100_000_000, 'At most 100,000,000.')
    .optional(),
});
export type CustomLimits = z.infer<typeof CustomLimits>;

/** A plan and, for enterprise only, the agreed limits. */
export const PlanChoice = z
  .strictObject({ plan: z.enum(PLANS), customLimits: CustomLimits.nullable().default(null) })
  .refine(({ plan, customLimits }) => plan === 'enterprise' || customLimits === null, {
    path: ['customLimits'],
    message: 'Only the enterprise plan has limits of its own.',
  });
export type PlanChoice = z.infer<typeof PlanChoice>;

/** A minute’s allowance: anchored at its first use, full again at `resetAt`. */
export const RateWindow = z.object({
  limit: z.number().int(),
  remaining: z.number().int(),
  resetAt: z.string(),
});
export type RateWindow = z.infer<typeof RateWindow>;

/** The plan holder's execution limits and usage at the time of this response. */
export const Limits = z
  .object({
    workflowExecutionRateLimit: z.object({ sync: RateWindow, async: RateWindow }),
    usage: z.object({
      currentPeriodCost: z.number(),
      limit: z.number(),
      plan: z.string(),
      isExceeded: z.boolean(),
    }),
  })
  .meta({ id: 'Limits' });
export type Limits = z.infer<typeof Limits>;

/** The plan of a workspace (its owner's), its limits and their current use. */
export const WorkspacePlan = z
  .object({
    plan: z.enum(PLANS),
    customLimits: CustomLimits.nullable(),
    holder: z.object({ userId: z.string(), name: z.string() }),
    /** Calls of the logs API by API key. */
    logsApi: RateWindow,
    limits: Limits,
    /** The person who changes plans: the creator of the installation's first account. */
    installationOwner: z.object({ userId: z.string(), name: z.string() }),
  })
  .meta({ id: 'WorkspacePlan' });
export type WorkspacePlan = z.infer<typeof WorkspacePlan>;
