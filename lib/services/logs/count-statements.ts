import { startedWithin } from './log-row';
import type { LogScan } from './log-scan';
import { levelInSql } from './log-status';
import { type AccessPath, CONDITIONS, conditionValues, USED_MODEL, type Window } from './scan-statements';

/** Few feed numbers are never counted alone. */
type CountPath = Exclude<AccessPath, 'seq'>;

// Numbered as in scan-statements.ts, but for $15: start and width of the buckets, in ms. The inner order,
// which nothing needs, is what makes one index the only one that fits.
const COLUMNS = 'l.started_at, l.level, l.trigger, l.workflow_id';
const rows = (table: string, id: string, own = ''): string =>
  `SELECT ${COLUMNS} FROM runtime.${table} l WHERE ${CONDITIONS(id, '<')} ${own}
   ORDER BY l.started_at DESC, l.${id} DESC OFFSET 0`;
const inRange = (column: string): string =>
  `SELECT ${COLUMNS} FROM runtime.log l WHERE ${CONDITIONS('id', '<')} ${USED_MODEL}
   ORDER BY l.${column} OFFSET 0`;

const each = (values: string, stream: string): string =>
  `SELECT ${COLUMNS} FROM ${values} CROSS JOIN LATERAL (${stream}) AS l`;

const ROWS: Record<CountPath, string> = {
  time: rows('log', 'id'),
  workflow: each(
    'unnest($16::uuid[]) AS wanted (workflow_id)',
    rows('log', 'id', 'AND l.workflow_id = wanted.workflow_id'),
  ),
  outcome: each(
    'unnest($16::text[], $17::text[]) AS wanted (status, trigger)',
    rows('log', 'id', 'AND l.level = wanted.status AND l.trigger = wanted.trigger'),
  ),
  model: rows('log_model', 'log_id', 'AND l.model = $16::text'),
  'model workflow': each(
    'unnest($17::uuid[]) AS wanted (workflow_id)',
    rows('log_model', 'log_id', 'AND l.model = $16::text AND l.workflow_id = wanted.workflow_id'),
  ),
  duration: inRange('duration_ms'),
  cost: inRange('cost_total'),
  execution: `SELECT ${COLUMNS} FROM (
      SELECT * FROM runtime.log l WHERE l.execution_id = $17::uuid AND ${startedWithin('l', '$2', '$3')}
        OFFSET 0
    ) AS l WHERE ${CONDITIONS('id', '<')} ${USED_MODEL}`,
};

/** How many rows a window of a descending scan has in each bucket, by status: `{bucket, level, n}`. */
export function bucketStatement(
  path: AccessPath,
  scan: LogScan,
  window: Window,
  { originMs, bucketMs }: { originMs: number; bucketMs: number },
  own: readonly unknown[],
) {
  return {
    name: `logs-buckets-${path}`,
    text: `SELECT
        floor((date_part('epoch', started_at) * 1000 - ($15::float8[])[1]) / ($15::float8[])[2])::int
          AS bucket, level, count(*)::float8 AS n FROM (${ROWS[path as CountPath]}) AS found GROUP BY 1, 2`,
    values: [...conditionValues(scan, window), [originMs, bucketMs], ...own],
  };
}

/** What logs are put together by: a column of theirs, or what follows from it. */
const GROUP_COLUMNS = {
  workflow: 'workflow_id',
  level: levelInSql('level'),
  status: 'level',
  trigger: 'trigger',
} as const;

/** How many rows a window of a descending scan has of each value: `{key, n, errors, last_ms}`. */
export function groupStatement(
  by: keyof typeof GROUP_COLUMNS,
  path: AccessPath,
  scan: LogScan,
  window: Window,
  own: readonly unknown[],
) {
  return {
    name: `logs-groups-${by}-${path}`,
    text: `SELECT (${GROUP_COLUMNS[by]})::text AS key, count(*)::float8 AS n,
        count(*) FILTER (WHERE level = 'error')::float8 AS errors,
        max(date_part('epoch', started_at) * 1000)::float8 AS last_ms
      FROM (${ROWS[path as CountPath]}) AS found WHERE $15::float8[] IS NULL GROUP BY 1`,
    values: [...conditionValues(scan, window), null, ...own],
  };
}
