import type { UnknownPolicy } from '../../unknown-outcome';
import type { ResolvedApiConfig } from '../config/api-config';

const MAY_ACT_TWICE: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/**
 * What to do about a request that was under way at a crash. `auto`: it is sent again unless it could act
 * twice, which a POST or PATCH does without an `Idempotency-Key`, or at a server that the author doesn't let
 * it be retried at.
 */
export function unknownPolicy({ onUnknown, method, headers, retry }: ResolvedApiConfig): UnknownPolicy {
  // Absent in the logs of older versions.
  if (onUnknown !== undefined && onUnknown !== 'auto') return onUnknown;
  if (!MAY_ACT_TWICE.has(method)) return 'again';
  const own = headers.find(([name]) => name.trim().toLowerCase() === 'idempotency-key');
  const hasKey = own === undefined || own[1].trim() !== '';
  return hasKey && retry.when === 'always' ? 'again' : 'fail';
}
