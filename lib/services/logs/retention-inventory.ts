import { pool } from '../../platform/postgres/db';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import { PLAN_LIMITS, type PlanLimits } from '../limits/plans';
import { ALL_WORKFLOWS } from './log-facet';

const DAY_MS = 86_400_000;
/**
 * The least age at which a partition is dropped, because a run may end long after it started; also the
 * retention of rows whose workspace has been deleted.
 */
const LEAST_DAYS = Math.min(...Object.values(PLAN_LIMITS).map(({ logRetentionDays }) => logRetentionDays));

/** The days each plan keeps its logs, as rows of a statement. */
export const PLAN_DAYS = unnestRows<[plan: string, PlanLimits]>([
  { column: 'plan', type: 'text', of: ([plan]) => plan },
  { column: 'days', type: 'integer', of: ([, { logRetentionDays }]) => logRetentionDays },
]);
export const planDays = (): Buffer[] => PLAN_DAYS.values(Object.entries(PLAN_LIMITS));

// Every month that has a partition or monthly statistics, with each workspace's rows and its owner's
// retention, or that of the workspace if it is shorter.
const READ_INVENTORY = `
WITH months AS (
  SELECT to_date(right(c.relname, 7), 'YYYY_MM') AS month FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'runtime.log'::regclass
  UNION SELECT month FROM runtime.log_facet
), bytes AS (
  SELECT to_date(right(c.relname, 7), 'YYYY_MM') AS month, sum(pg_total_relation_size(c.oid)) AS bytes
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    JOIN pg_partitioned_table p ON p.partrelid = i.inhparent
  WHERE c.relnamespace = 'runtime'::regnamespace AND pg_get_partkeydef(p.partrelid) = 'RANGE (started_at)'
  GROUP BY 1
), held AS (
  SELECT f.month, f.workspace_id, sum(f.n) AS n,
    least(coalesce(r.days, $3), w.keep_log_days) AS days
  FROM runtime.log_facet f
  LEFT JOIN workspace w ON w.id = f.workspace_id LEFT JOIN "user" u ON u.id = w.owner_id
  LEFT JOIN ${PLAN_DAYS.from('r')} ON r.plan = u.plan::text
  WHERE f.kind = 'outcome' AND f.workflow_id = ${ALL_WORKFLOWS}
    GROUP BY f.month, f.workspace_id, r.days, w.keep_log_days
)
SELECT to_char(months.month, 'YYYY_MM') AS month,
  extract(epoch FROM months.month::timestamp AT TIME ZONE 'UTC')::float8 * 1000 AS start_ms,
  extract(epoch FROM (months.month + interval '1 month') AT TIME ZONE 'UTC')::float8 * 1000 AS end_ms,
  coalesce(bytes.bytes, 0)::float8 AS bytes,
  coalesce(json_agg(json_build_object('workspaceId', held.workspace_id, 'rows', held.n, 'days', held.days))
    FILTER (WHERE held.n IS NOT NULL), '[]') AS workspaces
FROM months LEFT JOIN bytes USING (month) LEFT JOIN held USING (month)
GROUP BY months.month, bytes.bytes ORDER BY months.month`;

export interface WorkspaceRows {
  workspaceId: string;
  /** From the monthly statistics, which still count rows that retention has deleted within the month. */
  rows: number;
  /** Retention of the workspace's plan, or what the workspace has chosen below it. */
  days: number;
}

/** A month of logs of all workspaces. */
export interface LogPartition {
  /** YYYY_MM, as in the names of its tables. */
  month: string;
  startMs: number;
  endMs: number;
  /** Size of tables and indexes. */
  bytes: number;
  workspaces: WorkspaceRows[];
  /** The time when the last plan with rows in it expires, and the tables are dropped. */
  droppedFromMs: number;
}

export async function readLogPartitions(): Promise<LogPartition[]> {
  const { rows } = await pool().query(READ_INVENTORY, [...planDays(), LEAST_DAYS]);
  return rows.map(({ month, start_ms, end_ms, bytes, workspaces }) => ({
    month,
    startMs: start_ms,
    endMs: end_ms,
    bytes,
    workspaces,
    droppedFromMs:
      end_ms + DAY_MS * Math.max(LEAST_DAYS, ...(workspaces as WorkspaceRows[]).map(({ days }) => days)),
  }));
}

/**
 * Returns the end of a workspace's expired rows in a month, a UTC midnight, because sums by day are kept or
 * deleted whole; null if none have expired.
 */
export function expiredUntilMs(
  { startMs, endMs }: LogPartition,
  { days }: WorkspaceRows,
  nowMs: number,
): number | null {
  const untilMs = Math.min(endMs, Math.floor(nowMs / DAY_MS - days) * DAY_MS);
  return untilMs > startMs ? untilMs : null;
}

/** Counts the logs of a workspace that started in this time. */
export async function countLogs(workspaceId: string, startMs: number, untilMs: number): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    `SELECT count(*)::int AS n FROM runtime.log WHERE workspace_id = $1
       AND started_at >= to_timestamp($2::float8 / 1000) AND started_at < to_timestamp($3::float8 / 1000)`,
    [workspaceId, startMs, untilMs],
  );
  return rows[0]!.n;
}
