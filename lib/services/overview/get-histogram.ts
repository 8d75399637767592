import { type Actor, requireRole } from '../access/actor';
import { reachableWorkflows } from '../access/key-limits';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { FILTER_PARAMETER_NAMES, PARAMETERS_IN_SUMS } from '../logs/log-filters';
import { LogsQuery } from '../logs/logs-request';
import { type Filters, resolveFilters } from '../logs/resolve-filters';
import { type Bucketing, bucketing, DAY_MS, HOUR_MS, startsOf } from './bucket-steps';
import { type BucketCount, countInRollups } from './count-in-rollups';
import { type CountedLogs, countLogs } from './count-logs';
import { type RollupState, readState } from './read-state';
import { bucketsOf, type Histogram, type HistogramRequest } from './schema';
import { orUnavailable } from './statement-timeout';

/** The maximum number of logs in no sum yet that each response reads one by one. */
export const MAX_TAIL = 50_000;
const BUDGET_MS = 1_000;

/**
 * Returns the numbers of runs by start and outcome, for the filters of the list.
 * @throws AppError forbidden, invalid_request
 */
export async function getHistogram(
  actor: Actor,
  asked: HistogramRequest,
): Promise<{ data: Histogram; exact: boolean; limits: Limits }> {
  requireRole(actor, asked.workspaceId, 'reader');
  const request = { ...asked, workflowIds: reachableWorkflows(actor, asked.workflowIds) };
  const { buckets, ...filters } = request;
  const query = { ...LogsQuery.parse({ workspaceId: request.workspaceId }), ...filters };
  const [resolved, state, limits] = await Promise.all([
    resolveFilters(query),
    readState(request.workspaceId),
    readLimits(request.workspaceId),
  ]);
  const nowMs = Date.now();
  const toMs = request.endDate ?? Math.max(nowMs, request.startDate ?? 0);
  const fromMs = request.startDate ?? startOf(state, toMs);
  const shape = bucketing(fromMs, toMs, bucketsOf(request));
  const range = [Math.max(fromMs, state.retainedMs), toMs + 1] as const;
  const counted =
    resolved === null || range[0] >= range[1]
      ? { counts: [], countedFromMs: null }
      : await count(request, resolved, { range, shape, state });
  return {
    data: {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      bucketMs: shape.bucketMs,
      buckets: filled(shape, counted.counts),
      countedFrom: counted.countedFromMs === null ? null : new Date(counted.countedFromMs).toISOString(),
    },
    exact: counted.countedFromMs === null,
    limits,
  };
}

/** Returns the default start: the oldest log, or a day ago if there is none. */
function startOf({ oldestMs, retainedMs }: RollupState, toMs: number): number {
  const startMs = oldestMs === null ? toMs - DAY_MS : Math.max(oldestMs, retainedMs);
  return Math.min(startMs, toMs);
}

async function count(
  request: HistogramRequest,
  filters: Filters,
  { range, shape, state }: { range: readonly [number, number]; shape: Bucketing; state: RollupState },
): Promise<CountedLogs> {
  const asked = FILTER_PARAMETER_NAMES.filter((name) => request[name] !== undefined);
  const inSums =
    asked.every((name) => PARAMETERS_IN_SUMS.has(name)) &&
    shape.bucketMs % HOUR_MS === 0 &&
    state.feed - state.seq <= MAX_TAIL;
  if (!inSums) return countLogs(filters, range, shape, BUDGET_MS);
  const counts = await orUnavailable(countInRollups(filters, range, shape), 'startDate and endDate');
  return { counts, countedFromMs: null };
}

function filled(shape: Bucketing, counts: readonly BucketCount[]): Histogram['buckets'] {
  const buckets = startsOf(shape).map((startMs) => ({
    start: new Date(startMs).toISOString(),
    info: 0,
    error: 0,
    warning: 0,
    cancelled: 0,
  }));
  for (const { bucket, level, n } of counts) {
    const at = buckets[bucket];
    if (at === undefined) continue;
    at[level] += n;
    if (level === 'warning') at.info += n;
  }
  return buckets;
}
