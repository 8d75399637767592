import { usageExceeded } from './admit-execution';
import { readLimits } from './read-limits';

/** For runs that are not counted by the minute. @throws AppError usage_exceeded */
export async function requireUsageLeft(workspaceId: string): Promise<void> {
  const { isExceeded, currentPeriodCost, limit } = (await readLimits(workspaceId)).usage;
  if (isExceeded) throw usageExceeded(currentPeriodCost, limit);
}
