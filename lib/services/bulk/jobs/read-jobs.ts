import type { EndpointInput } from '../../../platform/http/endpoint';
import { notIssued, pageOf, readTimeCursor, timeCursor } from '../../../platform/http/time-cursor';
import { pool } from '../../../platform/postgres/db';
import { type Actor, requireRole } from '../../access/actor';
import { type StoredStatus, statusOf } from '../../logs/log-status';
import type { listBulkItemsEndpoint, listBulkJobsEndpoint } from '../endpoints';
import { type BulkGroup, type BulkItem, type BulkJob, type BulkJobDetail, MOST_GROUPS } from '../schema';
import { findJob } from './find-job';
import { type JobRow, SELECT_JOBS, toJob } from './job-row';

const PAGE = `${SELECT_JOBS}
WHERE j.workspace_id = $1 AND (j.created_at, j.id) < ($2::timestamptz, $3::uuid)
ORDER BY j.created_at DESC, j.id DESC LIMIT $4`;

type ListJobs = EndpointInput<typeof listBulkJobsEndpoint>['query'];

/** Lists a workspace's jobs, the newest first. @throws AppError forbidden, cursor_invalid */
export async function listBulkJobs(
  actor: Actor,
  { workspaceId, cursor, limit }: ListJobs,
): Promise<{ data: BulkJob[]; nextCursor: string | null }> {
  requireRole(actor, workspaceId, 'reader');
  const before = readTimeCursor(cursor);
  const { rows } = await pool().query<JobRow>(PAGE, [workspaceId, before.at, before.id, limit + 1]);
  const { page, nextCursor } = pageOf(rows, limit, (row) => timeCursor(row.created_at, row.id));
  return { data: page.map(toJob), nextCursor };
}

const TOLD = `block_id AS "blockId", block_name AS "blockName", code, otherwise, may_differ AS "mayDiffer"`;

const GROUPS = `
SELECT outcome, ${TOLD}, min(message) AS message, count(*)::integer AS runs
FROM runtime.bulk_item WHERE job_id = $1 AND outcome IS NOT NULL
GROUP BY outcome, block_id, block_name, code, otherwise, may_differ
ORDER BY runs DESC, outcome, block_id LIMIT ${MOST_GROUPS}`;

// No new run starts before its job, so the logs of earlier months are not opened.
const NEW_RUNS = `
SELECT l.level, count(*)::integer AS n
FROM runtime.bulk_item i LEFT JOIN runtime.log l ON l.id = i.new_log_id AND l.started_at >= $2
WHERE i.job_id = $1 AND i.outcome = 'started' GROUP BY 1`;

/** Returns a job with its report. @throws AppError not_found */
export async function getBulkJob(actor: Actor, { id }: { id: string }): Promise<{ data: BulkJobDetail }> {
  const row = await findJob(actor, id);
  const [groups, newRuns] = await Promise.all([
    pool().query<BulkGroup>(GROUPS, [id]),
    row.kind === 'run-again' ? readNewRuns(row) : null,
  ]);
  return { data: { ...toJob(row), groups: groups.rows, newRuns } };
}

async function readNewRuns({ id, created_at: since }: JobRow): Promise<BulkJobDetail['newRuns']> {
  const { rows } = await pool().query<{ level: StoredStatus | null; n: number }>(NEW_RUNS, [id, since]);
  const sums = { unfinished: 0, success: 0, warning: 0, error: 0, cancelled: 0 };
  for (const { level, n } of rows) sums[level === null ? 'unfinished' : statusOf(level)] += n;
  return sums;
}

const ITEMS = `
SELECT i.place, i.log_id AS "logId", i.execution_id AS "executionId", i.outcome,
  i.new_execution_id AS "newExecutionId", l.id AS "newLogId", ${TOLD}, message
FROM runtime.bulk_item i LEFT JOIN runtime.log l ON l.id = i.new_log_id AND l.started_at >= $2
WHERE i.job_id = $1 AND i.place > $3 AND ($4::text IS NULL OR i.outcome = $4)
  AND ($5::text IS NULL OR i.block_id = $5)
ORDER BY i.place LIMIT $6`;

type ListItems = EndpointInput<typeof listBulkItemsEndpoint>['query'] & { id: string };

/** Lists the runs of a job in its order. @throws AppError not_found */
export async function listBulkItems(
  actor: Actor,
  { id, outcome, blockId, limit, cursor }: ListItems,
): Promise<{ data: BulkItem[]; nextCursor: string | null }> {
  const job = await findJob(actor, id);
  const values = [id, job.created_at, placeOf(cursor), outcome ?? null, blockId ?? null, limit + 1];
  const { rows } = await pool().query<BulkItem>(ITEMS, values);
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => String(place));
  return { data: page, nextCursor };
}

/** A cursor is the place of the last row. Places are integers of the database, counted from 1. */
function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(cursor) || Number(cursor) >= 2 ** 31) throw notIssued();
  return Number(cursor);
}
