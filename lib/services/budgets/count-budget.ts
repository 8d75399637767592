import type { ClientBase } from 'pg';
import { exactUsd } from '../../platform/postgres/exact-usd';
import { addUsd } from '../../platform/text/usd';
import { hasNoLaterTry } from '../runs/recording/later-try';
import type { TakenBudget } from './taken-budget';

/** Logs that a look counts, so that none takes long. */
const LOGS_PER_LOOK = 5_000;
/** Sums by the hour for shorter windows, by the day for longer ones. */
const MOST_HOURS_MINUTES = 2 * 1_440;

// Materialized, so that the rows are found by their numbers. Feed numbers become visible in order, so each log is
// counted once, whatever it is filtered by.
const FRESH = `fresh AS MATERIALIZED (
  SELECT seq, id, workflow_id, level, trigger, cost_total FROM runtime.log
  WHERE workspace_id = $1::uuid AND seq > $2::bigint AND seq <= $3::bigint
), counted AS MATERIALIZED (
  SELECT * FROM fresh WHERE $4::uuid IS NULL OR workflow_id = $4
)`;

const RUNS = `WITH ${FRESH}
SELECT count(*)::float8 AS more, false AS begins_anew FROM counted WHERE trigger <> 'manual'`;
const DOLLARS = `WITH ${FRESH}
SELECT ${exactUsd('coalesce(sum(cost_total), 0)')} AS more, false AS begins_anew FROM counted`;
// Stopped runs and those that are tried again say nothing of whether it works.
const IN_A_ROW = `WITH ${FRESH}, succeeded AS (
  SELECT max(seq) AS seq FROM counted WHERE level IN ('info', 'warning') AND trigger <> 'manual'
)
SELECT count(*) FILTER (WHERE level = 'error' AND trigger <> 'manual' AND counted.seq > coalesce(succeeded.seq, 0)
    AND ${hasNoLaterTry('counted.id')})::float8 AS more,
  bool_or(succeeded.seq IS NOT NULL) IS TRUE AS begins_anew
FROM counted CROSS JOIN succeeded`;

const REQUESTS = `
SELECT coalesce(sum(r.n), 0)::float8 AS value FROM runtime.budget b
JOIN runtime.trace_rollup r ON r.workspace_id = b.workspace_id AND r.grain = $2 AND r.kind = 'host'
  AND r.at >= date_trunc($2, b.window_start - interval '1 hour', 'UTC')
WHERE b.id = $1 AND (b.workflow_id IS NULL OR r.workflow_id = b.workflow_id)
  AND (b.server IS NULL OR r.key = b.server)`;

const STATEMENTS = { runs: RUNS, dollars: DOLLARS, 'failures-in-a-row': IN_A_ROW } as const;

/** The state of a budget after a look. */
interface Counted {
  counted: number;
  /** Logs up to this number of the feed are counted. */
  seq: number;
  baseline: number | null;
  /** True if there are more logs to count. */
  hasMore: boolean;
}

/** Counts what came since the last look. */
export async function countBudget(client: ClientBase, budget: TakenBudget): Promise<Counted> {
  const { measure, workspaceId, workflowId, seq, feed } = budget;
  if (measure === 'requests') return countRequests(client, budget);
  const upTo = Math.min(feed, seq + LOGS_PER_LOOK);
  const { rows } = await client.query<{ more: number; begins_anew: boolean }>({
    name: `count-budget-${measure}`,
    text: STATEMENTS[measure],
    values: [workspaceId, seq, upTo, workflowId],
  });
  const { more = 0, begins_anew: beginsAnew = false } = rows[0] ?? {};
  const counted = beginsAnew ? more : addUsd(budget.counted, more);
  return { counted, seq: upTo, baseline: null, hasMore: upTo < feed };
}

/**
 * Requests are those of the sums by host, which have hours or days: what they had when the window began is the
 * baseline.
 */
async function countRequests(
  client: ClientBase,
  { id, feed, withinMinutes, baseline }: TakenBudget,
): Promise<Counted> {
  const grain = withinMinutes <= MOST_HOURS_MINUTES ? 'hour' : 'day';
  const { rows } = await client.query<{ value: number }>({
    name: 'count-budget-requests',
    text: REQUESTS,
    values: [id, grain],
  });
  const value = rows[0]?.value ?? 0;
  const base = baseline ?? value;
  return { counted: Math.max(0, value - base), seq: feed, baseline: base, hasMore: false };
}
