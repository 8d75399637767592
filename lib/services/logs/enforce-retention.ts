import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { dropPartitions } from '../../platform/postgres/drop-partitions';
import { onlyOneProcess } from '../../platform/postgres/only-one-process';
import { systemAudit } from '../audit/system-audit';
import { deleteStrayFiles } from '../files/delete-stray-files';
import { clearPayloads } from './clear-payloads';
import { ALL_WORKFLOWS } from './log-facet';
import { retainErrorGroups } from './retain-error-groups';
import { retainRollups } from './retain-rollups';
import {
  expiredUntilMs,
  type LogPartition,
  PLAN_DAYS,
  planDays,
  readLogPartitions,
  type WorkspaceRows,
} from './retention-inventory';

/** The tables of `runtime` that have a partition for each month. */
export const MONTHLY_TABLES = [
  'log',
  'log_payload',
  'log_model',
  'log_tag',
  'log_file',
  'error_group_run',
  'effect',
];

/** Rows in one statement, so that none takes long or locks much. */
const BATCH = 2_000;

const DELETE_BATCH = `
WITH doomed AS MATERIALIZED (
  SELECT started_at, id, tags FROM runtime.log
  WHERE workspace_id = $1 AND started_at >= to_timestamp($2::float8 / 1000)
    AND started_at < to_timestamp($3::float8 / 1000)
  ORDER BY started_at, id LIMIT ${BATCH}
), payload AS (
  DELETE FROM runtime.log_payload p USING doomed d WHERE p.log_id = d.id AND p.started_at = d.started_at
), files AS (
  DELETE FROM runtime.log_file f USING doomed d WHERE f.log_id = d.id AND f.started_at = d.started_at
), exact AS (
  DELETE FROM runtime.exact_result x USING doomed d WHERE x.log_id = d.id
), stored AS (
  DELETE FROM runtime.stored_file f USING doomed d WHERE f.log_id = d.id
), repeated AS (
  DELETE FROM runtime.repeated_run r USING doomed d WHERE r.log_id = d.id
), tries AS (
  DELETE FROM runtime.run_try t USING doomed d WHERE t.log_id = d.id
), failed AS (
  DELETE FROM runtime.error_group_run r USING doomed d WHERE r.log_id = d.id AND r.started_at = d.started_at
), effects AS (
  DELETE FROM runtime.effect e USING doomed d WHERE e.log_id = d.id AND e.started_at = d.started_at
), tags AS (
  DELETE FROM runtime.log_tag t USING doomed d
  WHERE t.workspace_id = $1 AND t.tag = ANY (d.tags) AND t.started_at = d.started_at AND t.log_id = d.id
), models AS (
  DELETE FROM runtime.log_model m USING doomed d, runtime.log_facet f
  WHERE f.workspace_id = $1 AND f.kind = 'model' AND f.workflow_id = ${ALL_WORKFLOWS}
    AND f.month = date_trunc('month', d.started_at AT TIME ZONE 'UTC')::date
    AND m.workspace_id = $1 AND m.model = f.value AND m.started_at = d.started_at AND m.log_id = d.id
)
DELETE FROM runtime.log l USING doomed d WHERE l.id = d.id AND l.started_at = d.started_at`;

// Covers months whose tables were dropped, plus one day for runs that were about to begin.
const DELETE_STRAY_REPEATS = `
WITH tries AS (
  DELETE FROM runtime.run_try WHERE created_at < to_timestamp($1::float8 / 1000) - interval '1 day'
)
DELETE FROM runtime.repeated_run WHERE created_at < to_timestamp($1::float8 / 1000) - interval '1 day'`;

const NOTE_DELETED = `
WITH deleted AS (SELECT id AS workspace_id FROM workspace WHERE id = $1)
${systemAudit({
  from: 'deleted',
  action: 'logs.deleted',
  target: '$2::text',
  detail: "jsonb_build_object('rows', $3::integer, 'reason', 'retention')",
})}`;

// Use of a snapshot is recorded once an hour, so no log refers to one unused for longer than its workspace
// keeps logs; the extra day covers that hour and running executions, and the queue is checked. Published
// versions are kept permanently.
const DELETE_SNAPSHOTS = `
DELETE FROM runtime.workflow_snapshot s USING workflow w, workspace o, "user" u, ${PLAN_DAYS.from('r')}
WHERE w.id = s.workflow_id AND o.id = w.workspace_id AND u.id = o.owner_id AND r.plan = u.plan::text
  AND s.used_at < now() - make_interval(days => least(r.days, o.keep_log_days) + 1)
  AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.workflow_id = s.workflow_id
    AND e.snapshot_hash = s.hash)
  AND NOT EXISTS (SELECT FROM workflow_version v WHERE v.workflow_id = s.workflow_id
    AND v.snapshot_hash = s.hash)`;

export interface RetentionOutcome {
  /** Months whose tables were dropped. */
  dropped: string[];
  rows: number;
  /** Logs whose payloads were deleted. */
  payloads: number;
  snapshots: number;
}

/**
 * Deletes logs beyond the retention of plans and workspaces: whole months by their tables, the rest row by row,
 * and payloads that are kept for less time than their logs. One process at a time; null if another one is
 * running it.
 */
export const enforceRetention = (signal: AbortSignal): Promise<RetentionOutcome | null> =>
  onlyOneProcess('logs retention', () => enforce(signal));

/** Does the same and writes the deletions to the operator's log. */
export async function retainLogs(signal: AbortSignal): Promise<void> {
  const outcome = await enforceRetention(signal);
  if (outcome !== null && outcome.dropped.length + outcome.rows + outcome.payloads > 0)
    logger('logs').info('retention deleted logs', {
      monthsDropped: outcome.dropped,
      rowsDeleted: outcome.rows,
      payloadsDeleted: outcome.payloads,
    });
}

async function enforce(signal: AbortSignal): Promise<RetentionOutcome> {
  const outcome: RetentionOutcome = { dropped: [], rows: 0, payloads: 0, snapshots: 0 };
  const nowMs = Date.now();
  for (const partition of await readLogPartitions()) {
    if (signal.aborted) return outcome;
    if (partition.droppedFromMs <= nowMs) {
      if (await dropMonth(partition)) outcome.dropped.push(partition.month);
      continue;
    }
    for (const workspace of partition.workspaces)
      outcome.rows += await deleteExpired(partition, workspace, nowMs, signal);
  }
  outcome.payloads = await clearPayloads(signal);
  await deleteStrayFiles(signal);
  const starts = (await readLogPartitions()).map(({ startMs }) => startMs);
  if (starts.length > 0) await pool().query(DELETE_STRAY_REPEATS, [Math.min(...starts)]);
  outcome.snapshots = await deleteSnapshots();
  return outcome;
}

async function dropMonth({ month, endMs, workspaces }: LogPartition): Promise<boolean> {
  const workspaceIds = workspaces.map(({ workspaceId }) => workspaceId);
  await retainRollups(workspaceIds, endMs);
  await retainErrorGroups(workspaceIds, endMs);
  if (!(await dropPartitions(MONTHLY_TABLES, month))) return false;
  await pool().query(`DELETE FROM runtime.log_facet WHERE month = to_date($1, 'YYYY_MM')`, [month]);
  return true;
}

async function deleteExpired(
  partition: LogPartition,
  workspace: WorkspaceRows,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  const untilMs = expiredUntilMs(partition, workspace, nowMs);
  if (untilMs === null) return 0;
  await retainRollups([workspace.workspaceId], untilMs);
  await retainErrorGroups([workspace.workspaceId], untilMs);
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    if (signal.aborted) return deleted;
    const { rowCount } = await pool().query(DELETE_BATCH, [
      workspace.workspaceId,
      partition.startMs,
      untilMs,
    ]);
    batch = rowCount ?? 0;
  }
  if (deleted > 0) await pool().query(NOTE_DELETED, [workspace.workspaceId, partition.month, deleted]);
  if (untilMs === partition.endMs)
    await pool().query(
      `DELETE FROM runtime.log_facet WHERE workspace_id = $1 AND month = to_date($2, 'YYYY_MM')`,
      [workspace.workspaceId, partition.month],
    );
  return deleted;
}

async function deleteSnapshots(): Promise<number> {
  const { rowCount } = await pool().query(DELETE_SNAPSHOTS, planDays());
  return rowCount ?? 0;
}
