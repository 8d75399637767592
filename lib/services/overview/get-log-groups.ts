import { logsPool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { reachableWorkflows } from '../access/key-limits';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { groupStatement } from '../logs/count-statements';
import { findLogs } from '../logs/find-logs';
import type { LogRow } from '../logs/log-row';
import { type StoredStatus, statusOf } from '../logs/log-status';
import { LogsQuery } from '../logs/logs-request';
import { openWalk } from '../logs/open-walk';
import { readErrors } from '../logs/read-errors';
import { type Filters, resolveFilters } from '../logs/resolve-filters';
import { type Counted, countWindows } from './count-logs';
import {
  type Grouping,
  type GroupsRequest,
  type LogGroup,
  MAX_ERRORS_READ,
  MAX_GROUPS,
} from './group-schema';
import { orUnavailable } from './statement-timeout';

const BUDGET_MS = 1_000;
const MAX_LABEL_CHARACTERS = 300;
const NONE: Counted<GroupCount> = { counts: [], countedFromMs: null };

interface GroupCount {
  key: string;
  label?: string;
  n: number;
  errors: number;
  last_ms: number;
}

export interface LogGroups {
  data: LogGroup[];
  others: number;
  exact: boolean;
  countedFrom: string | null;
  limits: Limits;
}

/** Counts the runs in each group. @throws AppError forbidden, invalid_request, unavailable */
export async function getLogGroups(actor: Actor, { by, ...request }: GroupsRequest): Promise<LogGroups> {
  const { workspaceId } = request;
  requireRole(actor, workspaceId, 'reader');
  const workflowIds = reachableWorkflows(actor, request.workflowIds);
  const query = { ...LogsQuery.parse({ workspaceId }), ...request, workflowIds };
  const [filters, limits] = await Promise.all([resolveFilters(query), readLimits(workspaceId)]);
  const { counts, countedFromMs } =
    filters === null ? NONE : await orUnavailable(counted(by, filters), 'startDate and endDate');
  const groups = addedUp(counts).sort((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1));
  const listed = groups.slice(0, MAX_GROUPS);
  const names = by === 'workflow' ? await namesOf(listed.map(({ key }) => key)) : null;
  return {
    data: listed.map(({ key, label, n, errors, last_ms }) => ({
      key: by === 'status' ? statusOf(key as StoredStatus) : key,
      label: names?.get(key) ?? label ?? null,
      runs: n,
      errors,
      lastStartedAt: new Date(last_ms).toISOString(),
    })),
    others: groups.slice(MAX_GROUPS).reduce((sum, { n }) => sum + n, 0),
    exact: countedFromMs === null,
    countedFrom: countedFromMs === null ? null : new Date(countedFromMs).toISOString(),
    limits,
  };
}

function counted(by: Grouping, filters: Filters): Promise<Counted<GroupCount>> {
  if (by === 'error') return countErrors(filters);
  const [firstMs, lastMs] = filters.startedMs;
  return countWindows<GroupCount>(filters, [firstMs, lastMs + 1], BUDGET_MS, (path, input) =>
    groupStatement(by, path, input),
  );
}

function addedUp(counts: readonly GroupCount[]): GroupCount[] {
  const groups = new Map<string, GroupCount>();
  for (const count of counts) {
    const group = groups.get(count.key);
    if (group === undefined) groups.set(count.key, { ...count });
    else {
      group.n += count.n;
      group.errors += count.errors;
      group.last_ms = Math.max(group.last_ms, count.last_ms);
    }
  }
  return [...groups.values()];
}

async function namesOf(ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await logsPool().query<{ id: string; name: string }>({
    name: 'logs-group-names',
    text: 'SELECT id::text, name FROM workflow WHERE id = ANY ($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts error codes. No index contains them, so the newest failed runs are read. */
async function countErrors(filters: Filters): Promise<Counted<GroupCount>> {
  if (filters.statuses !== null && !filters.statuses.includes('error')) return NONE;
  const failed: Filters = { ...filters, order: 'desc', statuses: ['error'] };
  const { feed, way } = await openWalk(failed, null);
  const scan = { ...failed, seqs: { after: 0, upTo: feed.n } };
  const { rows, next } = await findLogs(scan, null, MAX_ERRORS_READ, way);
  return { counts: await errorsOf(rows), countedFromMs: next?.startedAtMs ?? null };
}

async function errorsOf(rows: readonly LogRow[]): Promise<GroupCount[]> {
  const errors = await readErrors(rows.map(({ id, started_ms }) => ({ id, startedMs: started_ms })));
  return rows
    .filter(({ id }) => errors.has(id))
    .map(({ id, started_ms }) => {
      const { code, message } = errors.get(id) ?? { code: 'UNKNOWN', message: '' };
      return {
        key: code,
        label: message.slice(0, MAX_LABEL_CHARACTERS),
        n: 1,
        errors: 1,
        last_ms: started_ms,
      };
    });
}
