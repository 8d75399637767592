import { isId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { type Actor, requireRole } from '../../access/actor';
import { getHistogram } from '../../overview/get-histogram';
import { type BulkCount, type BulkSelection, MOST_RUNS } from '../schema';

interface Selected {
  workspaceId: string;
  select: BulkSelection;
}

const upTo = (rows: string): string =>
  `SELECT count(*)::integer AS n FROM (SELECT FROM ${rows} LIMIT ${MOST_RUNS + 1}) AS counted`;

const COUNT_LOGS = upTo('runtime.log WHERE workspace_id = $1 AND id = ANY ($2::uuid[])');
const COUNT_EXECUTIONS = upTo('runtime.execution WHERE workspace_id = $1 AND id = ANY ($2::uuid[])');
const COUNT_GROUP = upTo(
  'runtime.error_group_run r JOIN runtime.error_group g ON g.id = r.group_id ' +
    'WHERE g.workspace_id = $1 AND g.id = $2::uuid',
);
const COUNT_UNFINISHED = upTo(
  'runtime.execution e WHERE e.workspace_id = $1 AND ($2::uuid[] IS NULL OR e.workflow_id = ANY ($2)) ' +
    'AND ($3::text[] IS NULL OR e.trigger = ANY ($3)) AND ($4::text[] IS NULL OR e.state = ANY ($4))',
);

/** Counts the runs that match now. @throws AppError forbidden */
export async function countBulk(
  actor: Actor,
  { workspaceId, select }: Selected,
): Promise<{ data: BulkCount }> {
  requireRole(actor, workspaceId, 'reader');
  const { filter } = select;
  const { n, exact } =
    filter === undefined
      ? { n: await countNamed(workspaceId, select), exact: true }
      : await countFiltered(actor, { ...filter, workspaceId });
  return { data: { matching: Math.min(n, MOST_RUNS), isMore: n > MOST_RUNS, exact, most: MOST_RUNS } };
}

/** By the stored sums where they know the filters, so that ten million runs are counted at once. */
async function countFiltered(
  actor: Actor,
  request: NonNullable<BulkSelection['filter']> & { workspaceId: string },
): Promise<{ n: number; exact: boolean }> {
  const { data, exact } = await getHistogram(actor, request);
  const n = data.buckets.reduce((sum, { info, error, cancelled }) => sum + info + error + cancelled, 0);
  return { n, exact };
}

async function countNamed(workspaceId: string, select: BulkSelection): Promise<number> {
  const { logIds, errorGroupId, executionIds, executions = {} } = select;
  if (logIds !== undefined) return count(COUNT_LOGS, [workspaceId, writtenIds(logIds)]);
  if (executionIds !== undefined) return count(COUNT_EXECUTIONS, [workspaceId, writtenIds(executionIds)]);
  if (errorGroupId !== undefined)
    return isId(errorGroupId) ? count(COUNT_GROUP, [workspaceId, errorGroupId]) : 0;
  return count(COUNT_UNFINISHED, [workspaceId, ...unfinishedValues(executions)]);
}

/** Returns the ids as we write them, each once; a text that is none names nothing. */
export const writtenIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter(isId).map((id) => id.toLowerCase())),
];

/** Returns the parameters for a filter of unfinished executions: workflows, triggers and states; null for all. */
export const unfinishedValues = ({
  workflowIds,
  triggers,
  statuses,
}: NonNullable<BulkSelection['executions']>): unknown[] => [
  // A text that is no id can't be a workflow's.
  workflowIds?.filter(isId) ?? null,
  triggers ?? null,
  statuses ?? null,
];

const count = async (statement: string, values: unknown[]): Promise<number> =>
  (await pool().query<{ n: number }>(statement, values)).rows[0]?.n ?? 0;
