import { AppError } from '../../platform/errors';
import { metrics } from '../../platform/metrics/metrics';
import { pool } from '../../platform/postgres/db';
import { type Admission, admission } from './admission';
import { tooManyExecutions, usageExceeded } from './admit-execution';
import { holderLimits } from './holder-limits';
import type { Plan } from './plans';
import type { CustomLimits } from './schema';

const READ_HOLDER = `
SELECT u.plan, u.custom_limits, coalesce(m.cost, 0) AS cost
FROM "user" u
LEFT JOIN runtime.usage_month m
       ON m.user_id = u.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
WHERE u.id = $1`;

const COUNT_WITH = `excluded.count
  + CASE WHEN w.window_start > now() - interval '60 seconds' THEN w.count ELSE 0 END`;

// A batch without room counts nothing. A refused single use is counted, which has no effect.
const COUNT_BATCH = `
INSERT INTO runtime.rate_window AS w (user_id, kind, window_start, count)
VALUES ($1, 'async', now(), $2)
ON CONFLICT (user_id, kind) DO UPDATE SET
  count = ${COUNT_WITH},
  window_start = CASE WHEN w.window_start > now() - interval '60 seconds'
    THEN w.window_start ELSE excluded.window_start END
WHERE ${COUNT_WITH} <= $3
RETURNING count`;

const READ_WINDOW = `
SELECT window_start, count, clock_timestamp() AS now FROM runtime.rate_window
WHERE user_id = $1 AND kind = 'async' AND window_start > now() - interval '60 seconds'`;

/**
 * Admits this many queued executions, all or none: they are counted in one statement, exactly over all
 * processes.
 * @throws AppError rate_limited, usage_exceeded
 */
export async function admitBatch(holderId: string, count: number): Promise<void> {
  const { rows } = await pool().query<{ plan: Plan; custom_limits: CustomLimits | null; cost: number }>(
    READ_HOLDER,
    [holderId],
  );
  const holder = rows[0] ?? { plan: 'free' as const, custom_limits: null, cost: 0 };
  const limits = holderLimits(holder.plan, holder.custom_limits);
  if (holder.cost >= limits.monthlyUsageUsd) {
    metrics().useRefused('usage');
    throw usageExceeded(holder.cost, limits.monthlyUsageUsd);
  }
  const limit = limits.asyncPerMinute;
  if (count <= limit) {
    const counted = await pool().query(COUNT_BATCH, [holderId, count, limit]);
    if (counted.rowCount === 1) return;
  }
  metrics().useRefused('async');
  const found = await pool().query<{ window_start: Date; count: number; now: Date }>(READ_WINDOW, [holderId]);
  const now = found.rows[0]?.now.getTime() ?? Date.now();
  const window = { startMs: found.rows[0]?.window_start.getTime() ?? now, nowMs: now };
  const place = found.rows[0]?.count ?? 0;
  const state = { limits, cost: holder.cost };
  throw tooManyInBatch(count, admission('async', state, { ...window, place }));
}

function tooManyInBatch(count: number, { limit, remaining, ...window }: Admission): AppError {
  const error = tooManyExecutions('async', { limit, remaining, ...window });
  const [many, most] = [count.toLocaleString('en'), limit.toLocaleString('en')];
  const words =
    count > limit
      ? `This batch of ${many} never fits: the plan allows ${most} asynchronous executions per minute. ` +
        'Split it into smaller ones.'
      : `This batch of ${many} doesn’t fit now: of the ${most} asynchronous executions per minute that the ` +
        `plan allows, ${remaining.toLocaleString('en')} are left. Try again in ${window.secondsToReset} s.`;
  return new AppError('rate_limited', `${words} Nothing was started.`, {
    headers: error.headers,
    extensions: error.extensions,
  });
}
