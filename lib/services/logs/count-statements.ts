import type { QueryConfig } from 'pg';
import { preparedByName, type Take } from '../../platform/postgres/prepared';
import type { AccessPath } from './log-filter-sql';
import type { LogFilterName } from './log-filters';
import { levelInSql } from './log-status';
import { DIRECTIONS, filtersBeside, rowsText, type ScanInput, statementName } from './scan-statements';

/** Returns all rows of a window of a descending scan, each found by an index-only scan. */
const allRows = (path: AccessPath, take: Take<ScanInput>, beside: readonly LogFilterName[]): string =>
  rowsText(path, take, {
    columns: (id) => `l.started_at, l.${id} AS id, l.level, l.trigger, l.workflow_id`,
    direction: DIRECTIONS.desc,
    limit: null,
    beside,
  });

interface BucketInput extends ScanInput {
  /** Start and width of the buckets. */
  buckets: { originMs: number; bucketMs: number };
}

const bucketStatements = preparedByName<BucketInput>();

/** Counts the rows of a window of a descending scan by bucket and status: `{bucket, level, n}`. */
export function bucketStatement(path: AccessPath, input: BucketInput): QueryConfig<unknown[]> {
  const beside = filtersBeside(path, input.scan);
  return bucketStatements(statementName(`logs-buckets-${path}`, beside), (take) => {
    const originMs = take('float8', ({ buckets }) => buckets.originMs);
    const bucketMs = take('float8', ({ buckets }) => buckets.bucketMs);
    return `SELECT floor((date_part('epoch', started_at) * 1000 - ${originMs}) / ${bucketMs})::int AS bucket,
        level, count(*)::float8 AS n FROM (${allRows(path, take, beside)}) AS found GROUP BY 1, 2`;
  }).with(input);
}

/** The columns, or expressions over one, by which logs are grouped. */
const GROUP_COLUMNS = {
  workflow: 'workflow_id',
  level: levelInSql('level'),
  status: 'level',
  trigger: 'trigger',
} as const;

const groupStatements = preparedByName<ScanInput>();

/** Counts the rows of a window of a descending scan by value: `{key, n, errors, last_ms}`. */
export function groupStatement(
  by: keyof typeof GROUP_COLUMNS,
  path: AccessPath,
  input: ScanInput,
): QueryConfig<unknown[]> {
  const beside = filtersBeside(path, input.scan);
  return groupStatements(
    statementName(`logs-groups-${by}-${path}`, beside),
    (take) => `SELECT (${GROUP_COLUMNS[by]})::text AS key, count(*)::float8 AS n,
        count(*) FILTER (WHERE level = 'error')::float8 AS errors,
        max(date_part('epoch', started_at) * 1000)::float8 AS last_ms
      FROM (${allRows(path, take, beside)}) AS found GROUP BY 1`,
  ).with(input);
}
