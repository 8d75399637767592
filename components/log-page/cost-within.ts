import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { addUsd } from '@/lib/platform/text/usd';

/**
 * Returns the cost of a block with all that ran in it, in USD: an agent's is that of its answers. Null if
 * nothing in it has one.
 */
export function costWithin({ cost, children }: Pick<TraceSpan, 'cost' | 'children'>): number | null {
  const costs = [cost ?? null, ...children.map(costWithin)].filter((one) => one !== null);
  return costs.length === 0 ? null : costs.reduce(addUsd);
}
