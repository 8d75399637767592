import { logsPool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type Actor, requireRole } from '../access/actor';
import { FILTER_PARAMETER_NAMES, PARAMETERS_IN_SUMS } from '../logs/log-filters';
import { type StoredStatus, statusOf } from '../logs/log-status';
import { LogsQuery } from '../logs/logs-request';
import { type Filters, resolveFilters } from '../logs/resolve-filters';
import { WEEK_MS } from './bucket-steps';
import { rowsInRollups, type SumsInput, sumsInput } from './count-in-rollups';
import { MAX_TAIL } from './get-histogram';
import type { ChoiceCounts, ChoiceCountsRequest } from './group-schema';
import { readState } from './read-state';
import { isTimeout } from './statement-timeout';

/** With more workflows than this their sums are not read. */
const MAX_WORKFLOWS = 200;

export const COUNT_BY_KIND = prepare<SumsInput>('rollups-by-kind', (take) => {
  const { withState, counted } = rowsInRollups(take, ['level', 'trigger']);
  return `${withState} SELECT level, trigger, sum(n)::float8 AS n FROM ${counted} GROUP BY 1, 2`;
});

export const COUNT_BY_WORKFLOW = prepare<SumsInput>('rollups-by-workflow', (take) => {
  const { withState, counted } = rowsInRollups(take, ['level', 'trigger', 'workflow_id']);
  return `${withState} SELECT workflow_id::text AS id, sum(n)::float8 AS n FROM ${counted} GROUP BY 1`;
});

type Range = readonly [startMs: number, endMs: number];

/**
 * Counts the runs of each choice of a filter, with all filters but that one. Null where the sums do not have the
 * counts: with other filters, or while many logs are not added up.
 * @throws AppError forbidden, invalid_request
 */
export async function getChoiceCounts(
  actor: Actor,
  request: ChoiceCountsRequest,
): Promise<{ data: ChoiceCounts | null }> {
  const { workspaceId } = request;
  requireRole(actor, workspaceId, 'reader');
  const asked = FILTER_PARAMETER_NAMES.filter((name) => request[name] !== undefined);
  if (!asked.every((name) => PARAMETERS_IN_SUMS.has(name))) return { data: null };
  const state = await readState(workspaceId);
  if (state.feed - state.seq > MAX_TAIL) return { data: null };
  const startMs = Math.max(request.startDate ?? state.oldestMs ?? Date.now(), state.retainedMs);
  const range: Range = [startMs, (request.endDate ?? Math.max(Date.now(), startMs)) + 1];
  const [byKind, workflows] = await Promise.all([kinds(request, range), byWorkflow(request, range)]);
  return { data: byKind === null ? null : { ...byKind, workflows } };
}

const filtersOf = (
  request: ChoiceCountsRequest,
  left: Partial<ChoiceCountsRequest>,
): Promise<Filters | null> =>
  resolveFilters({ ...LogsQuery.parse({ workspaceId: request.workspaceId }), ...request, ...left });

interface KindCount {
  level: StoredStatus;
  trigger: string;
  n: number;
}

async function kinds(
  request: ChoiceCountsRequest,
  range: Range,
): Promise<Pick<ChoiceCounts, 'statuses' | 'triggers'> | null> {
  const [filters, own] = await Promise.all([
    filtersOf(request, { level: undefined, statuses: undefined, triggers: undefined }),
    filtersOf(request, {}),
  ]);
  if (filters === null) return { statuses: {}, triggers: {} };
  const rows = await orNone(
    logsPool().query<KindCount>(COUNT_BY_KIND.with(sumsInput(filters, range, WEEK_MS))),
  );
  if (rows === null) return null;
  const statuses: Record<string, number> = {};
  const triggers: Record<string, number> = {};
  for (const { level, trigger, n } of rows) {
    const status = statusOf(level);
    if (own?.triggers?.includes(trigger as never) ?? true) statuses[status] = (statuses[status] ?? 0) + n;
    if (own?.statuses?.includes(level) ?? true) triggers[trigger] = (triggers[trigger] ?? 0) + n;
  }
  return { statuses, triggers };
}

async function byWorkflow(request: ChoiceCountsRequest, range: Range): Promise<ChoiceCounts['workflows']> {
  const { workspaceId } = request;
  const { rows: known } = await logsPool().query<{ id: string }>({
    name: 'rollups-known-workflows',
    text: `SELECT id::text FROM workflow WHERE workspace_id = $1::uuid AND deleted_at IS NULL
      LIMIT ${MAX_WORKFLOWS + 1}`,
    values: [workspaceId],
  });
  if (known.length > MAX_WORKFLOWS) return null;
  const filters = await filtersOf(request, { workflowIds: undefined });
  if (filters === null) return {};
  const workflowIds = filters.workflowIds ?? known.map(({ id }) => id);
  const input = sumsInput({ ...filters, workflowIds }, range, WEEK_MS);
  const rows = await orNone(logsPool().query<{ id: string; n: number }>(COUNT_BY_WORKFLOW.with(input)));
  return rows === null ? null : Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

/** A count that takes too long is left out: the list works without it. */
async function orNone<Row>(work: Promise<{ rows: Row[] }>): Promise<Row[] | null> {
  try {
    return (await work).rows;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return null;
  }
}
