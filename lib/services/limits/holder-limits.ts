import { PLAN_LIMITS, type Plan, type PlanLimits } from './plans';
import type { CustomLimits } from './schema';

/** Returns a person's limits: the plan's own, replaced for enterprise by individually agreed ones. */
export function holderLimits(plan: Plan, custom: CustomLimits | null): PlanLimits {
  return plan === 'enterprise' ? { ...PLAN_LIMITS[plan], ...custom } : PLAN_LIMITS[plan];
}
