import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import type { Budget } from '@/lib/services/budgets/schema';

/** Returns `412 of 1,000`. */
export const usageWords = ({
  measure,
  counted,
  limit,
}: Pick<Budget, 'measure' | 'counted' | 'limit'>): string =>
  measure === 'dollars'
    ? `${formatUsd(counted)} of ${formatUsd(limit)}`
    : `${formatCount(counted)} of ${formatCount(limit)}`;
