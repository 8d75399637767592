import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { exactUsd } from '../../platform/text/usd';
import { RATE_WINDOW_MS } from './count-uses';
import { holderLimits } from './holder-limits';
import type { Plan } from './plans';
import type { CustomLimits, Limits, RateWindow } from './schema';

interface Row {
  user_id: string;
  name: string;
  plan: Plan;
  custom_limits: CustomLimits | null;
  now: Date;
  sync_start: Date | null;
  sync_count: number | null;
  async_start: Date | null;
  async_count: number | null;
  logs_start: Date | null;
  logs_count: number | null;
  cost: number | null;
}

// Reads by key in one round trip; count-uses.ts writes the windows, a completed run writes its cost.
const READ_LIMITS = `
SELECT u.id AS user_id, u.name, u.plan, u.custom_limits, now() AS now, s.window_start AS sync_start,
       s.count AS sync_count,
       a.window_start AS async_start, a.count AS async_count, l.window_start AS logs_start,
       l.count AS logs_count, m.cost
FROM workspace w
JOIN "user" u ON u.id = w.owner_id
LEFT JOIN runtime.rate_window s ON s.user_id = u.id AND s.kind = 'sync'
LEFT JOIN runtime.rate_window a ON a.user_id = u.id AND a.kind = 'async'
LEFT JOIN runtime.rate_window l ON l.user_id = u.id AND l.kind = 'logs'
LEFT JOIN runtime.usage_month m
       ON m.user_id = u.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
WHERE w.id = $1`;

export interface HolderPlan {
  holder: { userId: string; name: string };
  plan: Plan;
  customLimits: CustomLimits | null;
  logsApi: RateWindow;
  limits: Limits;
}

/**
 * Returns the limits and usage of the workspace's plan holder (its owner), by the database's clock.
 * Authorise first.
 * @throws AppError not_found
 */
export async function readLimits(workspaceId: string): Promise<Limits> {
  return (await readHolderPlan(workspaceId)).limits;
}

/** Returns the same with the plan itself. Authorise first. @throws AppError not_found */
export async function readHolderPlan(workspaceId: string): Promise<HolderPlan> {
  const { rows } = await pool().query<Row>({ name: 'read-limits', text: READ_LIMITS, values: [workspaceId] });
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', 'Workspace not found.');
  const { plan, custom_limits: customLimits } = row;
  const allowed = holderLimits(plan, customLimits);
  const nowMs = row.now.getTime();
  const cost = exactUsd(row.cost ?? 0);
  return {
    holder: { userId: row.user_id, name: row.name },
    plan,
    customLimits,
    logsApi: windowOf(allowed.logsApiPerMinute, row.logs_start, row.logs_count, nowMs),
    limits: {
      workflowExecutionRateLimit: {
        sync: windowOf(allowed.syncPerMinute, row.sync_start, row.sync_count, nowMs),
        async: windowOf(allowed.asyncPerMinute, row.async_start, row.async_count, nowMs),
      },
      usage: {
        currentPeriodCost: cost,
        limit: allowed.monthlyUsageUsd,
        plan,
        isExceeded: cost >= allowed.monthlyUsageUsd,
      },
    },
  };
}

/** Returns the window; one that has ended is replaced by a new one that starts now. */
function windowOf(limit: number, start: Date | null, count: number | null, nowMs: number): RateWindow {
  const startMs = start?.getTime() ?? Number.NEGATIVE_INFINITY;
  const open = startMs > nowMs - RATE_WINDOW_MS;
  return {
    limit,
    remaining: open ? Math.max(0, limit - (count ?? 0)) : limit,
    resetAt: new Date((open ? startMs : nowMs) + RATE_WINDOW_MS).toISOString(),
  };
}
