import { RATE_WINDOW_MS, type RateKind } from './count-uses';
import type { PlanLimits } from './plans';

/** The outcome of counting one use. Times are by the clock that counted. */
export interface Admission {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetAt: Date;
  /** An integer of at least 1. */
  secondsToReset: number;
  usage: { cost: number; limit: number };
}

/** A plan holder's limits, and this month's cost in USD. */
export interface HolderState {
  limits: PlanLimits;
  cost: number;
}

/** The window a use fell into, and the use's ordinal in it, from 1. */
export interface Place {
  place: number;
  startMs: number;
  nowMs: number;
}

const LIMIT_OF = {
  sync: 'syncPerMinute',
  async: 'asyncPerMinute',
  logs: 'logsApiPerMinute',
} as const satisfies Record<RateKind, keyof PlanLimits>;

export const limitOf = (kind: RateKind, limits: PlanLimits): number => limits[LIMIT_OF[kind]];

export function admission(
  kind: RateKind,
  { limits, cost }: HolderState,
  { place, startMs, nowMs }: Place,
): Admission {
  const limit = limitOf(kind, limits);
  const resetAtMs = startMs + RATE_WINDOW_MS;
  return {
    isAllowed: place <= limit,
    limit,
    remaining: Math.max(0, limit - place),
    resetAt: new Date(resetAtMs),
    secondsToReset: Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000)),
    usage: { cost, limit: limits.monthlyUsageUsd },
  };
}
