import type { ClientBase } from 'pg';
import { isId } from '../../platform/ids';
import { logsPool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { addUsd } from '../../platform/text/usd';
import { type Actor, requireRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { bucketing, DAY_MS, HOUR_MS, segmentsOf, startsOf } from './bucket-steps';
import { SERIES_BUCKETS, wholeHours } from './overview-range';
import { USAGE_OF_ONE } from './overview-statements';
import { placesOf, type UsageRow, workflowNames } from './read-overview';
import { readState } from './read-state';
import type { UsageOverview, UsageRequest, UsageSums } from './schema';
import { orUnavailable } from './statement-timeout';

const TOP_WORKFLOWS = 20;

/** Sums of one bucket or, over all buckets, of one workflow. */
interface Row extends Pick<UsageRow, 'n' | 'errors' | 'duration_ms' | 'cost' | 'prompt' | 'completion'> {
  bucket: number | null;
  workflowId: string | null;
}

/**
 * Returns the usage of one AI model or one server in a range of whole hours, from the sums of traces.
 * @throws AppError forbidden, invalid_request, unavailable
 */
export async function getUsageOverview(
  actor: Actor,
  request: UsageRequest,
): Promise<{ data: UsageOverview; pendingRuns: number; limits: Limits }> {
  const { workspaceId, kind, key } = request;
  requireRole(actor, workspaceId, 'reader');
  const [state, limits] = await Promise.all([readState(workspaceId), readLimits(workspaceId)]);
  const [startMs, endMs] = wholeHours(request);
  const shape = bucketing(startMs, endMs - 1, SERIES_BUCKETS, HOUR_MS);
  const from = Math.min(endMs, Math.max(startMs, state.retainedMs));
  // These sums have no weeks.
  const places = placesOf(segmentsOf(from, endMs, Math.min(shape.bucketMs, DAY_MS)));
  const workflowIds = request.workflowIds?.filter(isId) ?? null;
  const values = [workspaceId, ...places, kind, key, workflowIds, shape.originMs, shape.bucketMs];
  const { rows, names } = await orUnavailable(inTransaction(logsPool(), read(values)), 'from and to');
  const sums = sumsOf[kind];
  return {
    data: {
      from: new Date(startMs).toISOString(),
      to: new Date(endMs).toISOString(),
      bucketMs: shape.bucketMs,
      totals: sums(rows.filter(({ bucket }) => bucket !== null)),
      series: startsOf(shape).map((bucketStartMs, bucket) => ({
        start: new Date(bucketStartMs).toISOString(),
        ...sums(rows.filter((row) => row.bucket === bucket)),
      })),
      workflows: topWorkflows(rows).map(({ workflowId, row }) => ({
        workflowId,
        name: names.get(workflowId) ?? null,
        ...sums([row]),
      })),
    },
    pendingRuns: Math.max(0, state.feed - state.traceSeq),
    limits,
  };
}

const read = (values: unknown[]) => async (client: ClientBase) => {
  const { rows } = await client.query<Row>({ ...USAGE_OF_ONE, values });
  const ids = topWorkflows(rows).map(({ workflowId }) => workflowId);
  return { rows, names: await workflowNames(client, ids) };
};

const topWorkflows = (rows: readonly Row[]): Array<{ workflowId: string; row: Row }> =>
  rows
    .flatMap((row) => (row.workflowId === null ? [] : [{ workflowId: row.workflowId, row }]))
    .sort((a, b) => b.row.n - a.row.n)
    .slice(0, TOP_WORKFLOWS);

const sumOf = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** Sums that are not kept for a kind are null. */
const sumsOf: Record<UsageRequest['kind'], (rows: readonly Row[]) => UsageSums> = {
  model: (rows) => ({
    count: sumOf(rows, ({ n }) => n),
    errors: null,
    errorRate: null,
    averageMs: null,
    costUsd: rows.reduce((sum, { cost }) => addUsd(sum, cost), 0),
    promptTokens: sumOf(rows, ({ prompt }) => prompt),
    completionTokens: sumOf(rows, ({ completion }) => completion),
  }),
  host: (rows) => {
    const [count, errors] = [sumOf(rows, ({ n }) => n), sumOf(rows, (row) => row.errors)];
    return {
      count,
      errors,
      errorRate: count === 0 ? null : errors / count,
      averageMs: count === 0 ? null : sumOf(rows, ({ duration_ms }) => duration_ms) / count,
      costUsd: null,
      promptTokens: null,
      completionTokens: null,
    };
  },
};
