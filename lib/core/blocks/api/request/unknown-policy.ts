import type { UnknownPolicy } from '../../unknown-outcome';
import type { ResolvedApiConfig } from '../config/api-config';

const MAY_ACT_TWICE: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/**
 * Returns the policy for a request that was under way at a crash. `auto`: it is repeated, except for a
 * POST or PATCH whose `Idempotency-Key` the author has emptied, or whose retries the author has
 * restricted.
 */
export function unknownPolicy({ onUnknown, method, headers, retry }: ResolvedApiConfig): UnknownPolicy {
  // Absent in the logs of older versions.
  if (onUnknown !== undefined && onUnknown !== 'auto') return onUnknown;
  if (!MAY_ACT_TWICE.has(method)) return 'again';
  const own = headers.find(([name]) => name.trim().toLowerCase() === 'idempotency-key');
  const hasKey = own === undefined || own[1].trim() !== '';
  return hasKey && retry.when === 'always' ? 'again' : 'fail';
}
