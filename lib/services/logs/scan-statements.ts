import type { QueryConfig } from 'pg';
import { preparedByName, type Take } from '../../platform/postgres/prepared';
import {
  ACCESS_PATHS,
  type AccessPath,
  FILTER_NAMES,
  FILTERS_IN_SQL,
  type FilterInSql,
  type PathShape,
  type Range,
  type RangePath,
  type TakeValue,
} from './log-filter-sql';
import type { LogFilterName } from './log-filters';
import { ROW_COLUMNS, startedWithin } from './log-row';
import { ends, type LogScan, type Window } from './log-scan';

/** The input of a statement over the rows of a window. */
export interface ScanInput {
  scan: LogScan;
  window: Window;
  /** The values whose streams the path merges: one list for each of its columns. */
  streams: ReadonlyArray<readonly string[]>;
}

interface PageInput extends ScanInput {
  count: number;
}

export interface Direction {
  beyond: '<' | '>';
  sort: 'ASC' | 'DESC';
}

export const DIRECTIONS: Record<LogScan['order'], Direction> = {
  asc: { beyond: '>', sort: 'ASC' },
  desc: { beyond: '<', sort: 'DESC' },
};

const workspaceId = ({ scan }: ScanInput) => scan.workspaceId;
const firstMs = ({ scan, window }: ScanInput) => ends(scan, window)[0];
const lastMs = ({ scan, window }: ScanInput) => ends(scan, window)[1];
const fromMs = ({ window }: ScanInput) => window.from.startedAtMs;
const fromId = ({ window }: ScanInput) => window.from.id;
const afterSeq = ({ scan }: ScanInput) => scan.seqs.after;
const upToSeq = ({ scan }: ScanInput) => scan.seqs.upTo;
const howMany = ({ count }: PageInput) => count;

const withinWindow = (take: Take<ScanInput>): string =>
  startedWithin('l', take('float8', firstMs), take('float8', lastMs));

const MEANINGS: Readonly<Record<LogFilterName, FilterInSql<unknown>>> = FILTERS_IN_SQL;

const takeValue =
  (take: Take<ScanInput>, name: LogFilterName): TakeValue =>
  (type, end) =>
    take(type, ({ scan }) => (end === undefined ? scan[name] : (scan[name] as Range)[end]));

/** Returns the filters to look up for each row: those that are set and that the path does not begin with. */
export function filtersBeside(path: AccessPath, scan: LogScan): LogFilterName[] {
  const shape: PathShape = ACCESS_PATHS[path];
  const begun: readonly LogFilterName[] = 'begins' in shape ? shape.begins : [];
  return FILTER_NAMES.filter((name) => {
    const { besideRow, any } = MEANINGS[name];
    return besideRow !== undefined && scan[name] !== any && !begun.includes(name);
  });
}

interface Reading {
  /** Returns columns of `l`, given the name of the log's id there. */
  columns: (id: string) => string;
  direction: Direction;
  /** The number of rows, as a parameter; null for all, in any order. */
  limit: string | null;
  beside: readonly LogFilterName[];
}

/** Returns the SQL of a window's rows that match all filters, read by a path. */
export function rowsText(path: AccessPath, take: Take<ScanInput>, reading: Reading): string {
  const { columns, direction, limit } = reading;
  const shape: PathShape = ACCESS_PATHS[path];
  const value = (name: LogFilterName, type: string): string => takeValue(take, name)(type);
  const ordered = (end: string, id = 'id'): string =>
    `ORDER BY l.started_at ${direction.sort}, l.${id} ${direction.sort} ${end}`;
  const page = limit === null ? '' : ordered(`LIMIT ${limit}`);
  switch (shape.reads) {
    case 'in order': {
      const { table, id, where, streams, repeats } = shape;
      const own = where === undefined ? '' : `AND ${where(value)}`;
      const rows = (more: string): string =>
        `SELECT ${columns(id)} FROM runtime.${table} l
         WHERE ${conditions(id, take, reading)} ${own} ${more}
         ${ordered(limit === null ? 'OFFSET 0' : `LIMIT ${limit}`, id)}`;
      if (streams === undefined) return rows('');
      const names = Object.keys(streams);
      const lists = Object.values(streams).map((type, at) => take(`${type}[]`, (input) => input.streams[at]));
      const stream = rows(names.map((column) => `AND l.${column} = wanted.${column}`).join(' '));
      return `SELECT ${repeats ? 'DISTINCT' : ''} ${columns('id')}
         FROM unnest(${lists.join(', ')}) AS wanted (${names.join(', ')})
         CROSS JOIN LATERAL (${stream}) AS l ${page}`;
    }
    case 'then sorts': {
      // Nothing needs the inner order, but it makes the path's index the only one that fits.
      const rows = `SELECT ${columns('id')} FROM runtime.log l WHERE ${conditions('id', take, reading)}
        ORDER BY ${shape.by} OFFSET 0`;
      return limit === null ? rows : `SELECT l.started_at, l.id FROM (${rows}) AS l ${page}`;
    }
    case 'first':
      return `SELECT ${columns('id')} FROM (
          SELECT * FROM runtime.log l WHERE ${shape.where(value)} AND ${withinWindow(take)} OFFSET 0
        ) AS l WHERE ${conditions('id', take, reading)} ${page}`;
  }
}

function conditions(id: string, take: Take<ScanInput>, { direction, beside }: Reading): string {
  const from = `to_timestamp(${take('float8', fromMs)} / 1000), ${take('uuid', fromId)}`;
  return [
    `l.workspace_id = ${take('uuid', workspaceId)}`,
    withinWindow(take),
    `(l.started_at, l.${id}) ${direction.beyond} (${from})`,
    `l.seq > ${take('bigint', afterSeq)} AND l.seq <= ${take('bigint', upToSeq)}`,
    ...FILTER_NAMES.flatMap((name) => MEANINGS[name].onRow?.(takeValue(take, name)) ?? []),
    ...beside.map((name) => MEANINGS[name].besideRow!(takeValue(take, name), id)),
  ].join(' AND ');
}

export const statementName = (begin: string, beside: readonly LogFilterName[]): string =>
  [begin, ...beside].join('-');

const pageStatements = preparedByName<PageInput>();

/** Returns a walk's next rows: keys by an index-only scan, then only the rows on the page, by their keys. */
export function scanStatement(path: AccessPath, input: PageInput): QueryConfig<unknown[]> {
  const { order } = input.scan;
  const beside = filtersBeside(path, input.scan);
  return pageStatements(statementName(`logs-${path}-${order}`, beside), (take) => {
    const direction = DIRECTIONS[order];
    const columns = (id: string): string => `l.started_at, l.${id} AS id`;
    const keys = rowsText(path, take, {
      columns,
      direction,
      limit: take('int', howMany),
      beside,
    });
    return `SELECT ${ROW_COLUMNS} FROM (${keys}) AS key
      JOIN runtime.log l ON l.id = key.id AND l.started_at = key.started_at AND ${withinWindow(take)}
      ORDER BY key.started_at ${direction.sort}, key.id ${direction.sort}`;
  }).with(input);
}

interface CountInput extends ScanInput {
  upTo: number;
}

const upToRows = ({ upTo }: CountInput) => upTo;

const countStatements = preparedByName<CountInput>();

/**
 * Counts the rows of a range of durations or costs in the months of a window, up to a limit, by an
 * index-only scan.
 */
export function countStatement(path: RangePath, input: Omit<CountInput, 'streams'>): QueryConfig<unknown[]> {
  const { by, range } = ACCESS_PATHS[path];
  return countStatements(
    `logs-count-${path}`,
    (take) => `SELECT count(*)::int AS n FROM (
      SELECT FROM runtime.log l WHERE l.workspace_id = ${take('uuid', workspaceId)} AND ${withinWindow(take)}
        AND ${MEANINGS[range].onRow!(takeValue(take, range))} ORDER BY ${by}
          LIMIT ${take('int', upToRows)}) AS counted`,
  ).with({ ...input, streams: [] });
}
