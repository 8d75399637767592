import { logsPool } from '../db';
import { integerRange, LOWEST_ID, type LogScan, type Position } from './log-scan';

/** In the dictionary this stands for all workflows of the workspace together. */
const ALL_WORKFLOWS = `'${LOWEST_ID}'::uuid`;

// Per month with rows, how many rows each filter that has a dictionary lets through. `possible`: of a wanted value, and some of its
// rows may have a duration and a cost that is asked for.
const READ_MONTHS = `
SELECT extract(epoch FROM month::timestamp AT TIME ZONE 'UTC')::float8 * 1000 AS "startMs",
  extract(epoch FROM (month + interval '1 month') AT TIME ZONE 'UTC')::float8 * 1000 AS "endMs",
  coalesce(sum(n) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS}), 0)::float8 AS total,
  coalesce(array_agg(value) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS} AND possible), '{}') AS outcomes,
  coalesce(sum(n) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS} AND possible), 0)::float8 AS outcome,
  coalesce(array_agg(DISTINCT workflow_id::text) FILTER (WHERE kind = 'outcome' AND workflow_id <> ${ALL_WORKFLOWS} AND possible), '{}') AS workflows,
  coalesce(sum(n) FILTER (WHERE kind = 'outcome' AND workflow_id <> ${ALL_WORKFLOWS}), 0)::float8 AS workflow,
  coalesce(sum(n) FILTER (WHERE kind = 'model' AND workflow_id = ${ALL_WORKFLOWS} AND possible), 0)::float8 AS model,
  coalesce(array_agg(DISTINCT workflow_id::text) FILTER (WHERE kind = 'model' AND workflow_id <> ${ALL_WORKFLOWS} AND possible), '{}') AS "modelWorkflows",
  coalesce(sum(n) FILTER (WHERE kind = 'model' AND workflow_id <> ${ALL_WORKFLOWS} AND possible), 0)::float8 AS "modelWorkflow"
FROM (
  SELECT month, kind, workflow_id, value, n,
    (kind = 'model' OR (($2::text[] IS NULL OR split_part(value, ' ', 1) = ANY ($2)) AND ($3::text[] IS NULL OR split_part(value, ' ', 2) = ANY ($3))))
    AND max_duration_ms >= $6::bigint AND min_duration_ms <= $7::bigint AND max_cost >= $8::float8 AND min_cost <= $9::float8 AS possible
  FROM (
    SELECT * FROM runtime.log_facet WHERE workspace_id = $1::uuid AND kind = 'outcome' AND workflow_id = ANY ($4::uuid[])
    UNION ALL
    SELECT * FROM runtime.log_facet WHERE workspace_id = $1::uuid AND kind = 'model' AND workflow_id = ANY ($4::uuid[]) AND value = $5::text
  ) AS facet
  WHERE month > (to_timestamp($10::float8 / 1000) AT TIME ZONE 'UTC')::date - 31
    AND month <= (to_timestamp($11::float8 / 1000) AT TIME ZONE 'UTC')::date
) AS facet
GROUP BY month ORDER BY month`;

/** A month that may have rows of a scan, and how many of its rows each of the scan's filters lets through at most. */
export interface LogMonth {
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** All the workspace's rows. */
  total: number;
  /** Rows of the wanted levels and triggers, and which pairs of them there are ("error api"). */
  outcome: number;
  outcomes: string[];
  /** Rows of the wanted workflows, and those of them that may have matching rows. */
  workflow: number;
  workflows: string[];
  /** Rows of the wanted model; of it and the wanted workflows. */
  model: number;
  modelWorkflow: number;
  modelWorkflows: string[];
}

/** First and last start that the walk may still come to. */
function timeLeft(
  { order, startedMs: [firstMs, lastMs] }: LogScan,
  after: Position | null,
): [number, number] {
  if (after === null) return [firstMs, lastMs];
  const { startedAtMs } = after;
  return order === 'asc'
    ? [Math.max(firstMs, startedAtMs), lastMs]
    : [firstMs, Math.min(lastMs, startedAtMs)];
}

/**
 * The months left in which every filter has rows, oldest first; none means that nothing matches. The dictionary is written with each
 * log, and only retention makes it say more than there is.
 */
export async function readMonths(scan: LogScan, after: Position | null): Promise<LogMonth[]> {
  const { workspaceId, levels, triggers, workflowIds, model } = scan;
  const [firstMs, lastMs] = timeLeft(scan, after);
  const { rows } = await logsPool().query<LogMonth>({
    name: 'logs-months',
    text: READ_MONTHS,
    values: [
      ...[workspaceId, levels, triggers, [LOWEST_ID, ...(workflowIds ?? [])], model],
      ...[...integerRange(scan.durationMs), ...scan.costUsd, firstMs, lastMs],
    ],
  });
  return rows.filter(
    (month) =>
      month.outcomes.length > 0 &&
      (workflowIds === null || month.workflows.length > 0) &&
      (model === null || month.model > 0) &&
      (workflowIds === null || model === null || month.modelWorkflows.length > 0) &&
      month.startMs <= lastMs &&
      month.endMs > firstMs,
  );
}
