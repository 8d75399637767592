import { AppError } from '../../platform/errors';
import { DAY_MS, HOUR_MS } from './bucket-steps';
import { MAX_RANGE_DAYS, type OverviewRequest } from './schema';

export const SERIES_BUCKETS = 60;

/** Returns the range in whole hours, the end exclusive. @throws AppError invalid_request */
export function wholeHours({ from, to }: Pick<OverviewRequest, 'from' | 'to'>): [number, number] {
  const startMs = Math.floor(from / HOUR_MS) * HOUR_MS;
  const endMs = Math.max(startMs + HOUR_MS, Math.ceil((to ?? Date.now()) / HOUR_MS) * HOUR_MS);
  if (endMs - startMs <= (MAX_RANGE_DAYS + 1) * DAY_MS) return [startMs, endMs];
  const message = `from and to are more than ${MAX_RANGE_DAYS} days apart.`;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'from', code: 'param_invalid', message }],
  });
}
