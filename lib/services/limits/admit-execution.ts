import { AppError } from '../../platform/errors';
import { metrics } from '../../platform/metrics/metrics';
import type { Admission } from './admission';
import { rateLimitHeaders } from './count-call';
import { countUse } from './rate-limiter';

const WORDS = { sync: 'synchronous', async: 'asynchronous' } as const;

/**
 * Admits a run that an API key requests, or refuses it before anything of it exists. An admitted run is
 * never refused later.
 * @throws AppError rate_limited, usage_exceeded
 */
export async function admitExecution(holderId: string, mode: 'sync' | 'async'): Promise<void> {
  const admission = await countUse({ holderId, kind: mode });
  const { cost, limit } = admission.usage;
  if (cost >= limit) {
    metrics().useRefused('usage');
    throw usageExceeded(cost, limit);
  }
  if (!admission.isAllowed) {
    metrics().useRefused(mode);
    throw tooManyExecutions(mode, admission);
  }
}

export function usageExceeded(cost: number, limit: number): AppError {
  const words =
    `The usage limit of this month is reached: $${cost.toFixed(2)} of $${limit.toFixed(2)}. ` +
    'Runs start again next month, or with a larger plan (Settings → Plan and usage).';
  return new AppError('usage_exceeded', words, { extensions: { usage: { currentPeriodCost: cost, limit } } });
}

export function tooManyExecutions(mode: 'sync' | 'async', admission: Admission): AppError {
  const { limit, resetAt, secondsToReset } = admission;
  const kind = WORDS[mode];
  const words = `The plan allows ${limit} ${kind} executions per minute. Try again in ${secondsToReset} s.`;
  return new AppError('rate_limited', words, {
    headers: {
      ...rateLimitHeaders(`${mode}-executions`, admission),
      'retry-after': String(secondsToReset),
    },
    extensions: { limitReached: { mode, limit, remaining: 0, resetAt: resetAt.toISOString() } },
  });
}
