import { TRIGGERS } from '../../core/blocks/trigger';
import { logsPool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type Feed, readFeedText } from './feed';
import { ALL_WORKFLOWS, ALL_WORKFLOWS_ID } from './log-facet';
import type { Position } from './log-scan';
import { STORED_STATUSES } from './log-status';
import type { Filters } from './resolve-filters';
import { DIRECTIONS } from './scan-statements';

interface MonthsInput {
  filters: Filters;
  /** First and last start that the walk may still reach. */
  firstMs: number;
  lastMs: number;
  count: number;
}

// The feed's counter and the months are read in one snapshot, so the months include every row that the
// counter counts. The months are found by stepping through the index. Each month has the number of rows
// that match each filter with monthly statistics. `possible`: the value is wanted, and some of its rows may
// have a duration and a cost within the requested ranges.
const readMonths = (order: Filters['order']) =>
  prepare<MonthsInput>(`logs-start-${order}`, (take) => {
    const { beyond, sort } = DIRECTIONS[order];
    const workspaceId = take('uuid', ({ filters }) => filters.workspaceId);
    const outcomes = take('text[]', ({ filters }) => outcomesOf(filters));
    const outcomePlaces = take('uuid[]', ({ filters }) =>
      filters.model === null ? placesOf(filters) : [ALL_WORKFLOWS_ID],
    );
    const modelPlaces = take('uuid[]', ({ filters }) => placesOf(filters));
    const model = take('text', ({ filters }) => filters.model);
    const minDuration = take('bigint', ({ filters }) => filters.durationMs[0]);
    const maxDuration = take('bigint', ({ filters }) => filters.durationMs[1]);
    const minCost = take('float8', ({ filters }) => filters.costUsd[0]);
    const maxCost = take('float8', ({ filters }) => filters.costUsd[1]);
    const firstMonth = take('date', ({ firstMs }) => monthOf(firstMs));
    const lastMonth = take('date', ({ lastMs }) => monthOf(lastMs));
    const count = take('int', (input) => input.count);
    return `
WITH RECURSIVE nearest AS (
  (SELECT month, 1 AS place FROM runtime.log_facet WHERE workspace_id = ${workspaceId}
    AND month >= ${firstMonth} AND month <= ${lastMonth}
   ORDER BY workspace_id ${sort}, month ${sort} LIMIT 1)
  UNION ALL
  SELECT (SELECT month FROM runtime.log_facet WHERE workspace_id = ${workspaceId}
    AND month >= ${firstMonth} AND month <= ${lastMonth} AND month ${beyond} nearest.month
    ORDER BY workspace_id ${sort}, month ${sort} LIMIT 1), place + 1
  FROM nearest WHERE month IS NOT NULL AND place < ${count}
), months AS (
SELECT date_part('epoch', month) * 1000 AS "startMs",
  date_part('epoch', month + interval '1 month') * 1000 AS "endMs",
  coalesce(sum(n::float8) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS}), 0) AS total,
  coalesce(array_agg(value) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS}
    AND possible), '{}') AS outcomes,
  coalesce(sum(n::float8) FILTER (WHERE kind = 'outcome' AND workflow_id = ${ALL_WORKFLOWS}
    AND possible), 0) AS outcome,
  coalesce(array_agg(DISTINCT workflow_id) FILTER (WHERE kind = 'outcome' AND workflow_id <> ${ALL_WORKFLOWS}
    AND possible), '{}')::text[] AS workflows,
  coalesce(sum(n::float8) FILTER (WHERE kind = 'outcome' AND workflow_id <> ${ALL_WORKFLOWS}), 0) AS workflow,
  coalesce(sum(n::float8) FILTER (WHERE kind = 'model' AND workflow_id = ${ALL_WORKFLOWS}
    AND possible), 0) AS model,
  coalesce(array_agg(DISTINCT workflow_id) FILTER (WHERE kind = 'model' AND workflow_id <> ${ALL_WORKFLOWS}
    AND possible), '{}')::text[] AS "modelWorkflows",
  coalesce(sum(n::float8) FILTER (WHERE kind = 'model' AND workflow_id <> ${ALL_WORKFLOWS}
    AND possible), 0) AS "modelWorkflow"
FROM (
  SELECT nearest.month, kind, workflow_id, value, n,
    (kind = 'model' OR ${outcomes} IS NULL OR value = ANY (${outcomes}))
    AND max_duration_ms >= ${minDuration} AND min_duration_ms <= ${maxDuration} AND max_cost >= ${minCost}
      AND min_cost <= ${maxCost} AS possible
  FROM nearest CROSS JOIN LATERAL (
    SELECT * FROM runtime.log_facet f
    WHERE workspace_id = ${workspaceId} AND f.month = nearest.month AND kind = 'outcome'
      AND workflow_id = ANY (${outcomePlaces})
    UNION ALL
    SELECT * FROM runtime.log_facet f
    WHERE workspace_id = ${workspaceId} AND f.month = nearest.month AND kind = 'model'
      AND workflow_id = ANY (${modelPlaces}) AND value = ${model}
  ) AS of_month
) AS facet
GROUP BY month ORDER BY month ${sort}
)
SELECT feed.*, (SELECT coalesce(json_agg(months), '[]') FROM months) AS months
FROM (${readFeedText(workspaceId)}) AS feed`;
  });

const READ_MONTHS = { asc: readMonths('asc'), desc: readMonths('desc') };

/**
 * A month that may have rows of a scan, and the maximum number of its rows that match each filter of the
 * scan.
 */
export interface LogMonth {
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** All rows of the workspace. */
  total: number;
  /** Rows of the wanted statuses and triggers, and the pairs that occur ("error api"). */
  outcome: number;
  outcomes: string[];
  /**
   * Rows of the wanted workflows, and the workflows that may have matching rows; not read if a model is
   * wanted.
   */
  workflow: number;
  workflows: string[];
  /** Rows of the wanted model; rows of both it and the wanted workflows. */
  model: number;
  modelWorkflow: number;
  modelWorkflows: string[];
}

/** The number of months read first, and its growth per read: most pages are full within the nearest. */
const FIRST_MONTHS = 2;
const MONTHS_GROWTH = 4;

/** The months ahead of a walk in which every filter has rows, nearest first, a few at a time. */
export type MonthsAhead = AsyncIterable<LogMonth[]>;

/**
 * Returns the current feed and the months ahead of a walk beyond `after`. The monthly statistics are
 * written with each log; only after retention do they count more rows than exist.
 */
export async function readStart(
  filters: Filters,
  after: Position | null,
): Promise<{ feed: Feed; ahead: MonthsAhead }> {
  const { months, ...feed } = await readNearest(filters, timeLeft(filters, after), FIRST_MONTHS);
  return { feed, ahead: monthsAhead(filters, after, months) };
}

async function* monthsAhead(
  filters: Filters,
  after: Position | null,
  nearest: LogMonth[],
): AsyncGenerator<LogMonth[]> {
  let [months, count] = [nearest, FIRST_MONTHS];
  let [firstMs, lastMs] = timeLeft(filters, after);
  while (true) {
    yield months.filter((month) => mayHold(filters, month));
    const farthest = months.at(-1);
    if (farthest === undefined || months.length < count) return;
    if (filters.order === 'asc') firstMs = farthest.endMs;
    else lastMs = farthest.startMs - 1;
    count *= MONTHS_GROWTH;
    ({ months } = await readNearest(filters, [firstMs, lastMs], count));
  }
}

/** Returns the first and last start that the walk may still reach. */
function timeLeft(
  { order, startedMs: [firstMs, lastMs] }: Filters,
  after: Position | null,
): [number, number] {
  if (after === null) return [firstMs, lastMs];
  const { startedAtMs } = after;
  return order === 'asc'
    ? [Math.max(firstMs, startedAtMs), lastMs]
    : [firstMs, Math.min(lastMs, startedAtMs)];
}

async function readNearest(
  filters: Filters,
  [firstMs, lastMs]: [number, number],
  count: number,
): Promise<Feed & { months: LogMonth[] }> {
  const { rows } = await logsPool().query<Feed & { months: LogMonth[] }>(
    READ_MONTHS[filters.order].with({ filters, firstMs, lastMs, count }),
  );
  return rows[0]!;
}

/** Returns the workflows whose monthly statistics are read: all together, and the wanted ones. */
const placesOf = ({ workflowIds }: Filters): string[] => [ALL_WORKFLOWS_ID, ...(workflowIds ?? [])];

/** Returns the wanted values of "outcome"; null for all. */
function outcomesOf({ statuses, triggers }: Filters): string[] | null {
  if (statuses === null && triggers === null) return null;
  return (statuses ?? STORED_STATUSES).flatMap((status) =>
    (triggers ?? TRIGGERS).map((trigger) => `${status} ${trigger}`),
  );
}

/** Returns the first day of the month. */
const monthOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 7)}-01`;

const mayHold = ({ workflowIds, model }: Filters, month: LogMonth): boolean =>
  month.outcomes.length > 0 &&
  (model === null || month.model > 0) &&
  (workflowIds === null || (model === null ? month.workflows : month.modelWorkflows).length > 0);
