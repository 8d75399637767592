import { pool } from '../db';
import { AppError } from '../errors';
import type { Limits } from '../logs/schema';
import { PLAN_LIMITS, type Plan } from './plans';

export const EXECUTION_WINDOW_MS = 60_000;

interface Row {
  plan: Plan;
  now: Date;
  sync_start: Date | null;
  sync_count: number | null;
  async_start: Date | null;
  async_count: number | null;
  cost: number | null;
}

// Three keyed reads in one round trip; the windows' rows are written by lib/runs/count-executions.ts.
const READ_LIMITS = `
SELECT u.plan, now() AS now, s.window_start AS sync_start, s.count AS sync_count,
       a.window_start AS async_start, a.count AS async_count, m.cost
FROM workspace w
JOIN "user" u ON u.id = w.owner_id
LEFT JOIN runtime.execution_window s ON s.user_id = u.id AND s.mode = 'sync'
LEFT JOIN runtime.execution_window a ON a.user_id = u.id AND a.mode = 'async'
LEFT JOIN runtime.usage_month m
       ON m.user_id = u.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
WHERE w.id = $1`;

/** Limits and usage of the workspace's plan holder (its owner), by the database's clock. Authorise first. @throws AppError not_found */
export async function readLimits(workspaceId: string): Promise<Limits> {
  const { rows } = await pool().query<Row>({ name: 'read-limits', text: READ_LIMITS, values: [workspaceId] });
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', 'There is no such workspace.');
  return limitsOf(row);
}

function limitsOf(row: Row): Limits {
  const plan = PLAN_LIMITS[row.plan];
  const nowMs = row.now.getTime();
  const cost = row.cost ?? 0;
  return {
    workflowExecutionRateLimit: {
      sync: windowOf(plan.syncPerMinute, row.sync_start, row.sync_count, nowMs),
      async: windowOf(plan.asyncPerMinute, row.async_start, row.async_count, nowMs),
    },
    usage: {
      currentPeriodCost: cost,
      limit: plan.monthlyUsageUsd,
      plan: row.plan,
      isExceeded: cost >= plan.monthlyUsageUsd,
    },
  };
}

/** A window that has ended is a fresh one, which would start now. */
function windowOf(limit: number, start: Date | null, count: number | null, nowMs: number) {
  const startMs = start?.getTime() ?? Number.NEGATIVE_INFINITY;
  const open = startMs > nowMs - EXECUTION_WINDOW_MS;
  return {
    limit,
    remaining: open ? Math.max(0, limit - (count ?? 0)) : limit,
    resetAt: new Date((open ? startMs : nowMs) + EXECUTION_WINDOW_MS).toISOString(),
  };
}
