import { logsPool } from '../../platform/postgres/db';
import { preparedByName } from '../../platform/postgres/prepared';
import type { OrderedPath } from './access-path';
import { type Feed, readFeed } from './feed';
import {
  ACCESS_PATHS,
  type CountedValues,
  FILTER_NAMES,
  FILTERS_IN_SQL,
  type FilterInSql,
  type PathShape,
} from './log-filter-sql';
import { type MonthsAhead, readStart } from './log-months';
import { startedWithin } from './log-row';
import type { Position } from './log-scan';
import type { Filters } from './resolve-filters';

/** Fewer rows than this are all read and sorted, which is less work than finding their months. */
const FEW_ROWS = 1_000;

/** A path, and the values whose streams it merges. */
export type ChosenPath = Pick<OrderedPath, 'path' | 'streams'>;

/** The strategy of a walk: few rows that are all read, or month by month. */
export type Way = { few: ChosenPath } | { few: null; ahead: MonthsAhead; counted: OrderedPath | null };

/** Returns the current feed, and the way of a walk over everything beyond `after`. */
export async function openWalk(filters: Filters, after: Position | null): Promise<{ feed: Feed; way: Way }> {
  const few = fewRows(filters);
  const counted = few === null ? await countedPath(filters) : null;
  const chosen = few ?? (counted?.isFew ? counted : null);
  if (chosen !== null) return { feed: await readFeed(filters.workspaceId), way: { few: chosen } };
  const { feed, ahead } = await readStart(filters, after);
  return { feed, way: { few: null, ahead, counted } };
}

/** Returns the path of a scan that finds few rows whatever the data. */
export const fewRows = ({ executionId }: Filters): ChosenPath | null =>
  executionId === null ? null : { path: 'execution', streams: [] };

interface CountInput {
  filters: Filters;
  values: readonly string[];
}

interface ValueCount {
  value: string;
  /** At most `FEW_ROWS`. */
  n: number;
  /** Start of the oldest row counted; null if none was. */
  since_ms: number | null;
}

const statements = preparedByName<CountInput>();

/** Returns the path by the first filter whose values have to be counted. */
async function countedPath(filters: Filters): Promise<(OrderedPath & { isFew: boolean }) | null> {
  for (const name of FILTER_NAMES) {
    const { counted }: FilterInSql<unknown> = FILTERS_IN_SQL[name];
    const asked = counted?.(filters[name]) ?? null;
    if (asked !== null) return pathBy(asked, filters);
  }
  return null;
}

async function pathBy(
  { path, values, leads }: CountedValues,
  filters: Filters,
): Promise<OrderedPath & { isFew: boolean }> {
  const { rows } = await logsPool().query<ValueCount>(countStatement(path).with({ filters, values }));
  const sorted = rows.sort((a, b) => a.n - b.n || (b.since_ms ?? 0) - (a.since_ms ?? 0));
  const leading = leads === 'all' ? sorted : sorted.slice(0, 1);
  const untilMs = Math.min(filters.startedMs[1], Date.now());
  const perMs = leading.reduce((sum, { n, since_ms }) => sum + n / Math.max(1, untilMs - (since_ms ?? 0)), 0);
  return {
    path,
    streams: [leading.map(({ value }) => value)],
    isFew: leading.every(({ n }) => n < FEW_ROWS),
    // An estimate that extrapolates the density near the walk's newest end.
    entries: ({ startMs, endMs, total }) => Math.min(total, perMs * (endMs - startMs)),
  };
}

/** Counts the newest rows of each value, by an index-only scan of the path's index. */
const countStatement = (path: CountedValues['path']) =>
  statements(`logs-count-${path}`, (take) => {
    const shape: PathShape = ACCESS_PATHS[path];
    if (shape.reads !== 'in order' || shape.streams === undefined)
      throw new Error(`The path by ${path} has no streams to count.`);
    const [[column, type]] = Object.entries(shape.streams) as [[string, string]];
    const within = startedWithin(
      'l',
      take('float8', ({ filters }) => filters.startedMs[0]),
      take('float8', ({ filters }) => filters.startedMs[1]),
    );
    return `SELECT wanted.value::text AS value, counted.n, counted.since_ms
      FROM unnest(${take(`${type}[]`, ({ values }) => values)}) AS wanted (value)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS n, (date_part('epoch', min(started_at)) * 1000)::float8 AS since_ms FROM (
          SELECT l.started_at FROM runtime.${shape.table} l
          WHERE l.workspace_id = ${take('uuid', ({ filters }) => filters.workspaceId)}
            AND l.${column} = wanted.value AND ${within}
          ORDER BY l.started_at DESC, l.${shape.id} DESC LIMIT ${FEW_ROWS}
        ) AS newest
      ) AS counted`;
  });
