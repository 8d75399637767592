import { logsPool } from '../../platform/postgres/db';
import { ALL_WORKFLOWS_ID } from '../logs/log-facet';
import type { StoredStatus } from '../logs/log-status';
import type { Filters } from '../logs/resolve-filters';
import { type Bucketing, type Segment, segmentsOf } from './bucket-steps';

// One statement, so one moment: a log is in the sums, or its number is above `seq`, never both. $1 workspace,
// $2 and $3 start and width of the buckets, $4 statuses, $5 triggers, $6 workflows of the logs, $7 workflows
// of the sums, $8 to $10 segments in the sums, $11 and $12 those in the logs, $13 and $14 the whole range.
const FILTERS = `($4::text[] IS NULL OR level = ANY ($4)) AND ($5::text[] IS NULL OR trigger = ANY ($5))`;
const LOG_FILTERS = `${FILTERS} AND ($6::uuid[] IS NULL OR workflow_id = ANY ($6))
  AND started_at >= (SELECT retained_from FROM state)`;

export const COUNT_IN_ROLLUPS = `
WITH state AS MATERIALIZED (
  SELECT coalesce(p.seq, 0) AS seq, coalesce(p.retained_from, to_timestamp(0)) AS retained_from
  FROM (SELECT $1::uuid AS workspace_id) AS one LEFT JOIN runtime.rollup_progress p USING (workspace_id)
)
SELECT floor((date_part('epoch', at) * 1000 - $2::float8) / $3::float8)::int AS bucket, level,
  sum(n)::float8 AS n
FROM (
  SELECT r.at, r.level, r.n
  FROM unnest($8::text[], $9::float8[], $10::float8[]) AS s (grain, start_ms, end_ms)
  CROSS JOIN LATERAL (
    SELECT at, level, n FROM runtime.log_rollup
    WHERE workspace_id = $1::uuid AND grain = s.grain AND workflow_id = ANY ($7::uuid[])
      AND at >= to_timestamp(s.start_ms / 1000) AND at < to_timestamp(s.end_ms / 1000) AND ${FILTERS}
  ) AS r
  UNION ALL
  SELECT l.started_at, l.level, 1
  FROM unnest($11::float8[], $12::float8[]) AS s (start_ms, end_ms)
  CROSS JOIN LATERAL (
    SELECT started_at, level FROM runtime.log
    WHERE workspace_id = $1::uuid AND seq <= (SELECT seq FROM state)
      AND started_at >= to_timestamp(s.start_ms / 1000) AND started_at < to_timestamp(s.end_ms / 1000)
      AND ${LOG_FILTERS} ORDER BY started_at, id OFFSET 0
  ) AS l
  UNION ALL
  SELECT started_at, level, 1 FROM (
    SELECT started_at, level FROM runtime.log
    WHERE workspace_id = $1::uuid AND seq > (SELECT seq FROM state)
      AND started_at >= to_timestamp($13::float8 / 1000) AND started_at < to_timestamp($14::float8 / 1000)
      AND ${LOG_FILTERS} ORDER BY seq OFFSET 0
  ) AS tail
) AS counted GROUP BY 1, 2`;

export interface BucketCount {
  bucket: number;
  level: StoredStatus;
  n: number;
}

/** Counts by workflow, status, trigger and start alone; `endMs` is exclusive. */
export async function countInRollups(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  { originMs, bucketMs }: Bucketing,
): Promise<BucketCount[]> {
  const segments = segmentsOf(startMs, endMs, bucketMs);
  const sums = segments.filter(({ from }) => from !== 'log');
  const logs = segments.filter(({ from }) => from === 'log');
  const edges = (of: readonly Segment[]) => [
    of.map((segment) => segment.startMs),
    of.map((segment) => segment.endMs),
  ];
  const { workspaceId, statuses, triggers, workflowIds } = filters;
  const { rows } = await logsPool().query<BucketCount>({
    name: 'rollups-count',
    text: COUNT_IN_ROLLUPS,
    values: [
      ...[
        workspaceId,
        originMs,
        bucketMs,
        statuses,
        triggers,
        workflowIds,
        workflowIds ?? [ALL_WORKFLOWS_ID],
      ],
      ...[sums.map(({ from }) => from), ...edges(sums), ...edges(logs), startMs, endMs],
    ],
  });
  return rows;
}
