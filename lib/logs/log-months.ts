import { logsPool } from '../db';
import type { LogScan } from './log-scan';

/** One statement: per month with rows, how many rows each filter that has a dictionary lets through. */
const READ_MONTHS = `
SELECT extract(epoch FROM month AT TIME ZONE 'UTC')::float8 * 1000 AS start_ms,
  extract(epoch FROM (month + interval '1 month') AT TIME ZONE 'UTC')::float8 * 1000 AS end_ms,
  coalesce(sum(n) FILTER (WHERE kind = 'outcome'), 0)::float8 AS total,
  array_agg(value) FILTER (WHERE kind = 'outcome' AND wanted) AS outcomes,
  coalesce(sum(n) FILTER (WHERE kind = 'outcome' AND wanted), 0)::float8 AS outcome,
  coalesce(sum(n) FILTER (WHERE kind = 'workflow'), 0)::float8 AS workflow,
  coalesce(sum(n) FILTER (WHERE kind = 'model'), 0)::float8 AS model
FROM (
  SELECT month, kind, value, n, ($2::text[] IS NULL OR split_part(value, ' ', 1) = ANY ($2))
    AND ($3::text[] IS NULL OR split_part(value, ' ', 2) = ANY ($3)) AS wanted
  FROM runtime.log_facet WHERE workspace_id = $1::uuid AND kind = 'outcome'
  UNION ALL
  SELECT month, kind, value, n, true FROM runtime.log_facet
  WHERE workspace_id = $1::uuid AND kind = 'workflow' AND value = ANY ($4::text[])
  UNION ALL
  SELECT month, kind, value, n, true FROM runtime.log_facet
  WHERE workspace_id = $1::uuid AND kind = 'model' AND value = $5::text
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
  workflow: number;
  model: number;
}

interface Row {
  start_ms: number;
  end_ms: number;
  total: number;
  outcome: number;
  outcomes: string[] | null;
  workflow: number;
  model: number;
}

/**
 * The months in which every filter has rows, oldest first; none means that nothing matches. The dictionary is written with each
 * log, and only retention makes it say more than there is.
 */
export async function readMonths(scan: LogScan): Promise<LogMonth[]> {
  const { workspaceId, levels, triggers, workflowIds, model, startedMs } = scan;
  const { rows } = await logsPool().query<Row>({
    name: 'logs-months',
    text: READ_MONTHS,
    values: [workspaceId, levels, triggers, workflowIds ?? [], model],
  });
  return rows
    .map(({ start_ms, end_ms, outcomes, ...counts }) => ({
      ...counts,
      startMs: start_ms,
      endMs: end_ms,
      outcomes: outcomes ?? [],
    }))
    .filter(
      (month) =>
        month.outcome > 0 &&
        (workflowIds === null || month.workflow > 0) &&
        (model === null || month.model > 0) &&
        month.startMs <= startedMs[1] &&
        month.endMs > startedMs[0],
    );
}
