import { usageExceeded } from './admit-execution';
import { readLimits } from './read-limits';

/** Checks the month's usage for runs without a rate limit. @throws AppError usage_exceeded */
export async function requireUsageLeft(workspaceId: string): Promise<void> {
  const { isExceeded, currentPeriodCost, limit } = (await readLimits(workspaceId)).usage;
  if (isExceeded) throw usageExceeded(currentPeriodCost, limit);
}
