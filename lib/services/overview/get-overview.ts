import { isId } from '../../platform/ids';
import { addUsd } from '../../platform/text/usd';
import { type Actor, requireRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { type Bucketing, bucketing, HOUR_MS, startsOf } from './bucket-steps';
import { percentile } from './duration-buckets';
import { SERIES_BUCKETS, wholeHours } from './overview-range';
import {
  type Durations,
  noDurations,
  type OutcomeRow,
  type OverviewRows,
  readOverview,
  type UsageRow,
  type UsageRows,
} from './read-overview';
import { readState } from './read-state';
import type { BlockSums, Overview, OverviewRequest } from './schema';

/** If more logs than this are in no sum yet, they are left out rather than read one by one. */
const MAX_TAIL = 50_000;

/**
 * Returns the runs in a range of whole hours: totals, a series, and the most notable items.
 * @throws AppError forbidden, invalid_request, unavailable
 */
export async function getOverview(
  actor: Actor,
  request: OverviewRequest,
): Promise<{ data: Overview; exact: boolean; pendingRuns: number; limits: Limits }> {
  const { workspaceId } = request;
  requireRole(actor, workspaceId, 'reader');
  const [state, limits] = await Promise.all([readState(workspaceId), readLimits(workspaceId)]);
  const [startMs, endMs] = wholeHours(request);
  const shape = bucketing(startMs, endMs - 1, SERIES_BUCKETS, HOUR_MS);
  const rows = await readOverview({
    workspaceId,
    workflowIds: request.workflowIds?.filter(isId) ?? null,
    triggers: request.triggers ?? null,
    startMs: Math.min(endMs, Math.max(startMs, state.retainedMs)),
    endMs,
    shape,
    withTail: state.feed - state.seq <= MAX_TAIL,
  });
  return {
    data: {
      from: new Date(startMs).toISOString(),
      to: new Date(endMs).toISOString(),
      bucketMs: shape.bucketMs,
      totals: { ...sumsOf(rows.outcomes), ...percentilesOf(durationsOf(rows)) },
      series: seriesOf(rows, shape),
      ...listsOf(rows),
    },
    exact: state.feed - state.seq <= MAX_TAIL,
    pendingRuns: Math.max(0, state.feed - state.traceSeq),
    limits,
  };
}

const total = (rows: ReadonlyArray<{ n: number }>): number => rows.reduce((sum, { n }) => sum + n, 0);
const rateOf = (errors: number, runs: number): number | null => (runs === 0 ? null : errors / runs);

function sumsOf(rows: readonly OutcomeRow[]) {
  const runs = total(rows);
  const ended = (status: OutcomeRow['level']) => total(rows.filter(({ level }) => level === status));
  const errors = ended('error');
  return {
    runs,
    errors,
    errorRate: rateOf(errors, runs),
    warnings: ended('warning'),
    cancelled: ended('cancelled'),
    costUsd: costOf(rows),
  };
}

const costOf = (rows: ReadonlyArray<{ cost: number }>): number =>
  rows.reduce((sum, { cost }) => addUsd(sum, cost), 0);

function durationsOf({ durations }: OverviewRows, at?: number): Durations {
  const found = noDurations();
  for (const { bucket, kind, duration, n } of durations)
    if (at === undefined || bucket === at) found[kind].push({ bucket: duration, n });
  return found;
}

/** Returns the percentiles. A bucket may occur in several rows; only its position matters. */
const percentilesOf = ({ working, waiting }: Durations) => ({
  p50Ms: percentile(working, 0.5),
  p95Ms: percentile(working, 0.95),
  waiting: {
    runs: total(waiting),
    p50Ms: percentile(waiting, 0.5),
    p95Ms: percentile(waiting, 0.95),
  },
});

function seriesOf(rows: OverviewRows, shape: Bucketing): Overview['series'] {
  return startsOf(shape).map((startMs, index) => {
    const here = rows.outcomes.filter(({ bucket }) => bucket === index);
    const { runs, errors, warnings, cancelled, costUsd } = sumsOf(here);
    return {
      start: new Date(startMs).toISOString(),
      info: runs - errors - cancelled,
      warning: warnings,
      error: errors,
      cancelled,
      costUsd,
      ...percentilesOf(durationsOf(rows, index)),
    };
  });
}

function listsOf(rows: OverviewRows): Omit<Overview, 'from' | 'to' | 'bucketMs' | 'totals' | 'series'> {
  const triggers = [...new Set(rows.outcomes.map(({ trigger }) => trigger))];
  return {
    workflows: rows.workflows.map(({ id, name, n, errors, warnings, cancelled, cost, durations }) => ({
      workflowId: id,
      name,
      runs: n,
      errors,
      errorRate: rateOf(errors, n),
      costUsd: cost,
      warnings,
      cancelled,
      ...percentilesOf(durations),
    })),
    triggers: triggers
      .map((trigger) => ({
        trigger,
        ...sumsOf(rows.outcomes.filter((row) => row.trigger === trigger)),
        ...percentilesOf(rows.triggerDurations.get(trigger) ?? noDurations()),
      }))
      .sort((a, b) => b.runs - a.runs),
    ...usageListsOf(rows.usage),
  };
}

function usageListsOf(usage: UsageRows | null) {
  if (usage === null) return { models: null, hosts: null, slowestBlocks: null, failingBlocks: null };
  return {
    models: usage.models.map(({ key, n, cost, prompt, completion }) => ({
      model: key,
      runs: n,
      costUsd: cost,
      promptTokens: prompt,
      completionTokens: completion,
    })),
    hosts: usage.hosts.map(({ key, n, errors, duration_ms }) => ({
      host: key,
      requests: n,
      errors,
      errorRate: errors / n,
      averageMs: duration_ms / n,
    })),
    slowestBlocks: usage.slowest.map(blockOf),
    failingBlocks: usage.failing.map(blockOf),
  };
}

const blockOf = ({ key, n, errors, duration_ms, ...row }: UsageRow): BlockSums => ({
  workflowId: row.workflowId ?? '',
  workflowName: row.workflowName,
  blockId: key,
  name: row.name ?? key,
  type: row.type ?? '',
  runs: n,
  errors,
  errorRate: errors / n,
  averageMs: duration_ms / n,
});
