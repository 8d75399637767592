import { logsPool } from '../../platform/postgres/db';
import { prepare, type Take } from '../../platform/postgres/prepared';
import { ALL_WORKFLOWS_ID } from '../logs/log-facet';
import type { StoredStatus } from '../logs/log-status';
import type { Filters } from '../logs/resolve-filters';
import { type Bucketing, type Segment, segmentsOf } from './bucket-steps';

/** What the sums and the rest of the logs are read for. */
export interface SumsInput {
  filters: Filters;
  /** Parts of the range that are read from the sums, and those read from the logs. */
  sums: readonly Segment[];
  logs: readonly Segment[];
  startMs: number;
  endMs: number;
}

type Key = 'level' | 'trigger' | 'workflow_id';

/**
 * Returns a `WITH` clause and a `FROM` item `counted` of rows `{at, n}` with these keys. One statement reads one
 * snapshot: a log is in the sums, or its number is above `seq`, never both. Workflows are told apart only where
 * the filters name them.
 */
export function rowsInRollups(
  take: Take<SumsInput>,
  keys: readonly Key[],
): { withState: string; counted: string } {
  const [ofSum, ofRow] = [keys.map((key) => `r.${key}`).join(', '), keys.map((key) => `l.${key}`).join(', ')];
  const columns = keys.join(', ');
  const workspaceId = take('uuid', ({ filters }) => filters.workspaceId);
  const statuses = take('text[]', ({ filters }) => filters.statuses);
  const triggers = take('text[]', ({ filters }) => filters.triggers);
  const ofLogs = take('uuid[]', ({ filters }) => filters.workflowIds);
  const ofSums = take('uuid[]', ({ filters }) => filters.workflowIds ?? [ALL_WORKFLOWS_ID]);
  const rangeMs = [take('float8', ({ startMs }) => startMs), take('float8', ({ endMs }) => endMs)];
  const sums = [
    take('text[]', (input) => input.sums.map(({ from }) => from)),
    take('float8[]', (input) => input.sums.map(({ startMs }) => startMs)),
    take('float8[]', (input) => input.sums.map(({ endMs }) => endMs)),
  ];
  const logs = [
    take('float8[]', (input) => input.logs.map(({ startMs }) => startMs)),
    take('float8[]', (input) => input.logs.map(({ endMs }) => endMs)),
  ];
  const both = `(${statuses} IS NULL OR level = ANY (${statuses}))
    AND (${triggers} IS NULL OR trigger = ANY (${triggers}))`;
  const ofLog = `${both} AND (${ofLogs} IS NULL OR workflow_id = ANY (${ofLogs}))
    AND started_at >= (SELECT retained_from FROM state)`;
  const withState = `
WITH state AS MATERIALIZED (
  SELECT coalesce(p.seq, 0) AS seq, coalesce(p.retained_from, to_timestamp(0)) AS retained_from
  FROM (SELECT ${workspaceId} AS workspace_id) AS one LEFT JOIN runtime.rollup_progress p USING (workspace_id)
)`;
  const counted = `(
  SELECT r.at, ${ofSum}, r.n
  FROM unnest(${sums.join(', ')}) AS s (grain, start_ms, end_ms)
  CROSS JOIN LATERAL (
    SELECT at, ${columns}, n FROM runtime.log_rollup
    WHERE workspace_id = ${workspaceId} AND grain = s.grain AND workflow_id = ANY (${ofSums})
      AND at >= to_timestamp(s.start_ms / 1000) AND at < to_timestamp(s.end_ms / 1000) AND ${both}
  ) AS r
  UNION ALL
  SELECT l.started_at, ${ofRow}, 1
  FROM unnest(${logs.join(', ')}) AS s (start_ms, end_ms)
  CROSS JOIN LATERAL (
    SELECT started_at, ${columns} FROM runtime.log
    WHERE workspace_id = ${workspaceId} AND seq <= (SELECT seq FROM state)
      AND started_at >= to_timestamp(s.start_ms / 1000) AND started_at < to_timestamp(s.end_ms / 1000)
      AND ${ofLog} ORDER BY started_at, id OFFSET 0
  ) AS l
  UNION ALL
  SELECT started_at, ${columns}, 1 FROM (
    SELECT started_at, ${columns} FROM runtime.log
    WHERE workspace_id = ${workspaceId} AND seq > (SELECT seq FROM state)
      AND started_at >= to_timestamp(${rangeMs[0]} / 1000) AND started_at < to_timestamp(${rangeMs[1]} / 1000)
      AND ${ofLog} ORDER BY seq OFFSET 0
  ) AS tail
) AS counted`;
  return { withState, counted };
}

interface BucketsInput extends SumsInput {
  shape: Bucketing;
}

export const COUNT_IN_ROLLUPS = prepare<BucketsInput>('rollups-count', (take) => {
  const originMs = take('float8', ({ shape }) => shape.originMs);
  const bucketMs = take('float8', ({ shape }) => shape.bucketMs);
  const { withState, counted } = rowsInRollups(take, ['level']);
  return `${withState}
SELECT floor((date_part('epoch', at) * 1000 - ${originMs}) / ${bucketMs})::int AS bucket, level,
  sum(n)::float8 AS n
FROM ${counted} GROUP BY 1, 2`;
});

export interface BucketCount {
  bucket: number;
  level: StoredStatus;
  n: number;
}

/** Counts by workflow, status, trigger and start only; `endMs` is exclusive. */
export async function countInRollups(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  shape: Bucketing,
): Promise<BucketCount[]> {
  const statement = COUNT_IN_ROLLUPS.with({ ...sumsInput(filters, [startMs, endMs], shape.bucketMs), shape });
  return (await logsPool().query<BucketCount>(statement)).rows;
}

/** Divides a range for `rowsInRollups`; `endMs` is exclusive. */
export function sumsInput(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  bucketMs: number,
): SumsInput {
  const segments = segmentsOf(startMs, endMs, bucketMs);
  const sums = segments.filter(({ from }) => from !== 'log');
  const logs = segments.filter(({ from }) => from === 'log');
  return { filters, sums, logs, startMs, endMs };
}
