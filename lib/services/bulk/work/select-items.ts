import { isAppError } from '../../../platform/errors';
import { HIGHEST_ID } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { inTransaction } from '../../../platform/postgres/in-transaction';
import type { Actor } from '../../access/actor';
import { listLogs } from '../../logs/list-logs';
import { LogsQuery } from '../../logs/logs-request';
import { unfinishedValues } from '../jobs/count-selected';
import { type BulkSelection, MOST_REPLAYED, MOST_RUNS } from '../schema';
import type { ClaimedJob } from './claim-jobs';
import { LOCK_JOB, stopJob } from './settle-items';

/** Runs that one step lists. */
const PAGE = 1_000;

interface Page {
  ids: readonly string[];
  /** The place to go on from; null at the end. */
  next: string | null;
}

const OF_GROUP = `
SELECT r.log_id::text AS id, (extract(epoch FROM r.started_at) * 1000)::bigint::text AS ms
FROM runtime.error_group_run r JOIN runtime.error_group g ON g.id = r.group_id
WHERE g.workspace_id = $1 AND g.id = $2
  AND (r.started_at, r.log_id) < (coalesce(to_timestamp($3::float8 / 1000), 'infinity'), $4::uuid)
ORDER BY r.started_at DESC, r.log_id DESC LIMIT ${PAGE}`;

const UNFINISHED = `
SELECT e.id::text FROM runtime.execution e
WHERE e.workspace_id = $1 AND ($2::uuid[] IS NULL OR e.workflow_id = ANY ($2))
  AND ($3::text[] IS NULL OR e.trigger = ANY ($3)) AND ($4::text[] IS NULL OR e.state = ANY ($4)) AND e.id < $5
ORDER BY e.id DESC LIMIT ${PAGE}`;

async function pageOfGroup({ workspaceId, cursor }: ClaimedJob, groupId: string): Promise<Page> {
  const [ms = null, id = HIGHEST_ID] = cursor?.split('.') ?? [];
  const { rows } = await pool().query<{ id: string; ms: string }>(OF_GROUP, [workspaceId, groupId, ms, id]);
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return { ids: rows.map((row) => row.id), next: last === undefined ? null : `${last.ms}.${last.id}` };
}

async function pageOfUnfinished(
  { workspaceId, cursor }: ClaimedJob,
  chosen: NonNullable<BulkSelection['executions']>,
): Promise<Page> {
  const values = [workspaceId, ...unfinishedValues(chosen), cursor ?? HIGHEST_ID];
  const { rows } = await pool().query<{ id: string }>(UNFINISHED, values);
  return { ids: rows.map(({ id }) => id), next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
}

/** A walk towards older runs is over those of its first page's moment: new runs of the job don't join it. */
async function pageOfLogs(
  { workspaceId, cursor }: ClaimedJob,
  actor: Actor,
  filter: NonNullable<BulkSelection['filter']>,
): Promise<Page> {
  const request = LogsQuery.parse({ workspaceId, limit: String(PAGE) });
  const query = { ...request, ...filter, workspaceId, ...(cursor !== null && { cursor }) };
  const { data, nextCursor } = await listLogs(actor, query);
  return { ids: data.map(({ id }) => id), next: nextCursor };
}

function readPage(job: ClaimedJob, actor: Actor): Promise<Page> {
  const { filter = {}, errorGroupId, executions } = job.selection;
  if (errorGroupId !== undefined) return pageOfGroup(job, errorGroupId);
  if (executions !== undefined) return pageOfUnfinished(job, executions);
  return pageOfLogs(job, actor, filter);
}

// A run that was listed before, by an error group that changed meanwhile, is not listed again.
const INSERT = `
INSERT INTO runtime.bulk_item (job_id, place, log_id, execution_id)
SELECT $1, last.place + t.place, CASE WHEN $3 THEN NULL ELSE t.id END, CASE WHEN $3 THEN t.id END
FROM unnest($2::uuid[]) WITH ORDINALITY AS t (id, place)
  CROSS JOIN (SELECT coalesce(max(place), 0) AS place FROM runtime.bulk_item WHERE job_id = $1) AS last
ON CONFLICT DO NOTHING`;

const ADVANCE = `
UPDATE runtime.bulk_job SET total = $2, selection_cursor = $3, is_selected = $4, leased_at = now(), next_at = now()
WHERE id = $1`;

/** Lists the next runs of a job. @returns the job as it is then; null if it has ended or is no longer ours */
export async function selectItems(job: ClaimedJob, actor: Actor): Promise<ClaimedJob | null> {
  const most = job.kind === 'replay' ? MOST_REPLAYED : MOST_RUNS;
  const page = await readPage(job, actor).catch((error: unknown) => {
    if (!isAppError(error) || error.status >= 500 || error.status === 429) throw error;
    return error.message;
  });
  if (typeof page === 'string') return stop(job, page);
  const ids = page.ids.slice(0, most - job.total);
  if (ids.length < page.ids.length && job.kind !== 'replay')
    return stop(
      job,
      `More than ${most.toLocaleString('en')} runs match, so nothing was done. Narrow the filter.`,
    );
  const isSelected = page.next === null || job.total + ids.length >= most;
  return inTransaction(pool(), async (client) => {
    if ((await client.query(LOCK_JOB, [job.id, job.token])).rowCount === 0) return null;
    const isCancel = job.kind === 'cancel';
    const { rowCount } = await client.query(INSERT, [job.id, ids, isCancel]);
    const total = job.total + (rowCount ?? 0);
    await client.query(ADVANCE, [job.id, total, page.next, isSelected]);
    return { ...job, total, cursor: page.next, isSelected };
  });
}

async function stop(job: ClaimedJob, problem: string): Promise<null> {
  await stopJob(job, problem);
  return null;
}
