import { AppError } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import type { AskedCall, CountedCall } from '../../platform/http/handle';
import { metrics } from '../../platform/metrics/metrics';
import type { Actor } from '../access/actor';
import type { Admission } from './admission';
import { RATE_WINDOW_MS } from './count-uses';
import { holderOfCall } from './holder-of-call';
import { countUse } from './rate-limiter';

/**
 * Counts a call of the logs or webhooks API against its plan holder's window. People in their browser are
 * not limited.
 * @returns null for a call that isn't counted
 */
export async function countCall(
  actor: Actor | null,
  { rateLimit: kind, path }: Pick<Endpoint, 'rateLimit' | 'path'>,
  asked: AskedCall,
): Promise<CountedCall | null> {
  if (kind === undefined || actor?.planHolderId === undefined) return null;
  const holderId = await holderOfCall(actor, path, asked);
  const admission = await countUse({ holderId, kind });
  if (!admission.isAllowed) metrics().useRefused(kind);
  return {
    headers: rateLimitHeaders(kind, admission),
    refusal: admission.isAllowed ? null : tooManyCalls(admission),
  };
}

/** Returns the de facto standard headers, and those of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(policy: string, admission: Admission): Record<string, string> {
  const { limit, remaining, resetAt, secondsToReset } = admission;
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
    'ratelimit-policy': `"${policy}";q=${limit};w=${RATE_WINDOW_MS / 1000}`,
    ratelimit: `"${policy}";r=${remaining};t=${secondsToReset}`,
  };
}

function tooManyCalls({ limit, secondsToReset }: Admission): AppError {
  const words =
    `The plan allows ${limit} calls of the logs and webhooks API per minute. ` +
    `Call again in ${secondsToReset} s.`;
  return new AppError('rate_limited', words, { headers: { 'retry-after': String(secondsToReset) } });
}
