export const PLANS = ['free', 'pro', 'team', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  /** Calls of the logs API per minute. */
  logsApiPerMinute: number;
  /** Executions per minute. */
  syncPerMinute: number;
  asyncPerMinute: number;
  monthlyUsageUsd: number;
  /** Days that a log is kept after its run started; then it is deleted with everything that belongs to it. */
  logRetentionDays: number;
}

/** The limits of each plan, shared by all workspaces and keys of its holder. */
export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: {
    logsApiPerMinute: 10,
    syncPerMinute: 10,
    asyncPerMinute: 50,
    monthlyUsageUsd: 10,
    logRetentionDays: 30,
  },
  pro: {
    logsApiPerMinute: 30,
    syncPerMinute: 25,
    asyncPerMinute: 200,
    monthlyUsageUsd: 100,
    logRetentionDays: 90,
  },
  team: {
    logsApiPerMinute: 60,
    syncPerMinute: 75,
    asyncPerMinute: 500,
    monthlyUsageUsd: 500,
    logRetentionDays: 365,
  },
  enterprise: {
    logsApiPerMinute: 600,
    syncPerMinute: 150,
    asyncPerMinute: 1_000,
    monthlyUsageUsd: 5_000,
    logRetentionDays: 730,
  },
};
