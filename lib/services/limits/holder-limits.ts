import { PLAN_LIMITS, type Plan, type PlanLimits } from './plans';
import type { CustomLimits } from './schema';

/** What a person's plan allows: the plan's own limits, for enterprise with those agreed with them instead. */
export function holderLimits(plan: Plan, custom: CustomLimits | null): PlanLimits {
  return plan === 'enterprise' ? { ...PLAN_LIMITS[plan], ...custom } : PLAN_LIMITS[plan];
}
