/**
 * The SQL of each filter in `log-filters.ts`, and the access paths into the rows. The statements of the
 * list and of all counts are built from these entries (`scan-statements.ts`, `count-statements.ts`);
 * `access-path.ts` decides which path a walk takes.
 */

import { isId, isWritten } from '../../platform/ids';
import { leastUsd, mostUsd } from '../../platform/text/usd';
import { workflowsInFolders } from '../workflows/workflows-in-folders';
import { isIndexedModel } from './cost';
import type { LogFilterName } from './log-filters';
import { type StoredStatus, storedStatuses } from './log-status';
import type { LogsQuery } from './logs-request';

/** The value of a filter that no row can match. */
export const NOTHING = Symbol('nothing can match');

/** Adds the filter's value, or an end of its range, as a parameter of the statement. */
export type TakeValue = (type: string, end?: 0 | 1) => string;

export interface FilterInSql<Value> {
  /** The value that matches every row. */
  any: Value;
  /** Returns the value in a request; undefined if the request omits the filter. */
  wanted(query: LogsQuery): Value | undefined | typeof NOTHING | Promise<Value | undefined | typeof NOTHING>;
  /**
   * Returns the condition on a row `l`, using columns in every index that leads a walk. It is part of every
   * statement, so it must match every row when the value is `any`.
   */
  onRow?(value: TakeValue): string;
  /**
   * Returns a condition on another table. It is used only if the filter is set and the path does not begin
   * with it. `OR` keeps Postgres from turning it into a join. `id`: the log's id, as a column of `l`.
   */
  besideRow?(value: TakeValue, id: string): string;
  /**
   * Returns the path that begins with the filter when no monthly statistics cover its values: their rows
   * are counted before a walk begins, up to a limit. Null if the filter is not set.
   */
  counted?(value: Value): CountedValues | null;
}

export interface CountedValues {
  path: AccessPath;
  /** `all`: each value is a stream of the path; `rarest`: only the rarest one is. */
  values: readonly string[];
  leads: 'all' | 'rarest';
}

const filter = <Value>(meaning: FilterInSql<Value>): FilterInSql<Value> => meaning;

export type Range = readonly [min: number, max: number];
/** The range of an integer column; a clock that was set back may produce a negative duration. */
const ANY_INTEGER: Range = [-2_147_483_647, 2_147_483_647];
const ANY_NUMBER: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
/** No run starts before 1970 or after 9999; Postgres's time range ends before JavaScript's. */
const ANY_TIME_MS: Range = [0, Date.UTC(9999, 11, 31)];

/** Returns the intersection of both ranges if one is requested. */
const within = ([least, most]: Range, min: number | undefined, max: number | undefined): Range | undefined =>
  min === undefined && max === undefined
    ? undefined
    : [Math.max(min ?? least, least), Math.min(max ?? most, most)];

const between = (column: string, type: string, value: TakeValue): string =>
  `l.${column} >= ${value(type, 0)} AND l.${column} <= ${value(type, 1)}`;

const oneOf = (column: string, type: string, value: TakeValue): string => {
  const wanted = value(type);
  return `(${wanted} IS NULL OR l.${column} = ANY (${wanted}))`;
};

export const FILTERS_IN_SQL = {
  statuses: filter<StoredStatus[] | null>({
    any: null,
    wanted: ({ level, statuses }) => unlessEmpty(storedStatuses(level, statuses)),
    onRow: (value) => oneOf('level', 'text[]', value),
  }),
  triggers: filter<string[] | null>({
    any: null,
    wanted: ({ triggers }) => unlessEmpty(triggers),
    onRow: (value) => oneOf('trigger', 'text[]', value),
  }),
  workflowIds: filter<string[] | null>({
    any: null,
    wanted: async (query) => unlessEmpty(await wantedWorkflows(query)),
    onRow: (value) => oneOf('workflow_id', 'uuid[]', value),
  }),
  durationMs: filter<Range>({
    any: ANY_INTEGER,
    wanted: ({ minDurationMs, maxDurationMs }) => within(ANY_INTEGER, minDurationMs, maxDurationMs),
    onRow: (value) => between('duration_ms', 'bigint', value),
  }),
  costUsd: filter<Range>({
    any: ANY_NUMBER,
    wanted: ({ minCost, maxCost }) =>
      within(
        ANY_NUMBER,
        minCost === undefined ? undefined : leastUsd(minCost),
        maxCost === undefined ? undefined : mostUsd(maxCost),
      ),
    onRow: (value) => between('cost_total', 'float8', value),
  }),
  model: filter<string | null>({
    any: null,
    wanted: ({ model }) => (model === undefined || isIndexedModel(model) ? model : NOTHING),
    besideRow: (value, id) => {
      const wanted = value('text');
      return `(${wanted} IS NULL OR EXISTS (
        SELECT FROM runtime.log_model m WHERE m.workspace_id = l.workspace_id AND m.model = ${wanted}
          AND m.started_at = l.started_at AND m.log_id = l.${id}))`;
    },
  }),
  /** Matches any tag of the first list and all of the second; a single tag is in the first. */
  tags: filter<readonly [any: string[] | null, all: string[] | null]>({
    any: [null, null],
    wanted: ({ tags, allTags }) => {
      const [any, all] = [tags, allTags].map((list) => (list === undefined ? null : [...new Set(list)]));
      if (any == null && all == null) return undefined;
      return any == null && all?.length === 1 ? [all, null] : [any ?? null, all ?? null];
    },
    besideRow: (value, id) => {
      const [any, all] = [value('text[]', 0), value('text[]', 1)];
      const among = (list: string): string => `runtime.log_tag t
        WHERE t.workspace_id = l.workspace_id AND t.tag = ANY (${list})
          AND t.started_at = l.started_at AND t.log_id = l.${id}`;
      return `(${any} IS NULL OR EXISTS (SELECT FROM ${among(any)}))
        AND (${all} IS NULL OR (SELECT count(*) FROM ${among(all)}) = cardinality(${all}))`;
    },
    counted: ([any, all]) => {
      if (all !== null) return { path: 'tag of all', values: all, leads: 'rarest' };
      return any === null ? null : { path: 'tag', values: any, leads: 'all' };
    },
  }),
  executionId: filter<string | null>({
    any: null,
    // Compared exactly, because Postgres would also match one in capitals.
    wanted: ({ executionId }) =>
      executionId === undefined || isWritten(executionId) ? executionId : NOTHING,
  }),
  /** Inclusive at both ends; each window of a walk lies within it. */
  startedMs: filter<Range>({
    any: ANY_TIME_MS,
    wanted: ({ startDate, endDate }) => {
      const range = within(ANY_TIME_MS, startDate, endDate);
      return range === undefined || range[0] <= range[1] ? range : NOTHING;
    },
  }),
} satisfies Record<LogFilterName, FilterInSql<unknown>>;

/** The values of all filters, fully resolved. */
export type FilterValues = { [Name in LogFilterName]: (typeof FILTERS_IN_SQL)[Name]['any'] };

export const FILTER_NAMES = Object.keys(FILTERS_IN_SQL) as LogFilterName[];

/** The values that match every row. */
export const ANY_LOG = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, FILTERS_IN_SQL[name].any]),
) as FilterValues;

/** An index whose rows come in the walk's order: nothing is read beyond the last row wanted. */
interface OrderedShape {
  reads: 'in order';
  table: 'log' | 'log_model' | 'log_tag';
  /** The table's column with the log's id. */
  id: 'id' | 'log_id';
  /** The filters that the index begins with. */
  begins: readonly LogFilterName[];
  /** The condition of those filters. */
  where?: (value: ValueOf) => string;
  /**
   * The index has this order only for one value of these columns: several values are one stream each,
   * merged. Maps a column to its type.
   */
  streams?: Readonly<Record<string, 'uuid' | 'text'>>;
  /** True if a row may be in several streams. */
  repeats?: true;
}

/** An index with an order of its own; all its rows are read, then sorted. */
interface SortedShape {
  reads: 'then sorts';
  by: string;
  /** The filter whose range it reads. */
  range?: LogFilterName;
}

/** Few rows, found first alone: with the other conditions added, other indexes would fit too. */
interface FoundShape {
  reads: 'first';
  begins: readonly LogFilterName[];
  where: (value: ValueOf) => string;
}

export type PathShape = OrderedShape | SortedShape | FoundShape;
/** Returns a filter's value as a parameter. */
type ValueOf = (name: LogFilterName, type: string) => string;

const inLog = { reads: 'in order', table: 'log', id: 'id', begins: [] } as const;
const inModels = {
  reads: 'in order',
  table: 'log_model',
  id: 'log_id',
  begins: ['model'],
  where: (value: ValueOf) => `l.model = ${value('model', 'text')}`,
} as const;

const inTags = {
  reads: 'in order',
  table: 'log_tag',
  id: 'log_id',
  begins: [],
  streams: { tag: 'text' },
  repeats: true,
} as const;

/** The access paths into the rows of a window; each is one index, and all find the same rows. */
export const ACCESS_PATHS = {
  time: inLog,
  workflow: { ...inLog, streams: { workflow_id: 'uuid' } },
  outcome: { ...inLog, streams: { level: 'text', trigger: 'text' } },
  model: inModels,
  'model workflow': { ...inModels, streams: { workflow_id: 'uuid' } },
  tag: { ...inTags, begins: ['tags'] },
  'tag of all': inTags,
  duration: { reads: 'then sorts', by: 'l.duration_ms', range: 'durationMs' },
  cost: { reads: 'then sorts', by: 'l.cost_total', range: 'costUsd' },
  seq: { reads: 'then sorts', by: 'l.seq' },
  execution: {
    reads: 'first',
    begins: ['executionId'],
    where: (value) => `l.execution_id = ${value('executionId', 'uuid')}`,
  },
} as const satisfies Record<string, PathShape>;

export type AccessPath = keyof typeof ACCESS_PATHS;

export const RANGE_PATHS = ['duration', 'cost'] as const;
export type RangePath = (typeof RANGE_PATHS)[number];

/** Turns an empty list into NOTHING, so that an empty set never drops the filter. */
const unlessEmpty = <Item>(list: Item[] | null | undefined): Item[] | undefined | typeof NOTHING =>
  list?.length === 0 ? NOTHING : (list ?? undefined);

/** Returns the given workflows that are in the given folders; unknown ones match nothing. */
async function wantedWorkflows({ workspaceId, workflowIds, folderIds }: LogsQuery): Promise<string[] | null> {
  const named = workflowIds === undefined ? null : [...new Set(workflowIds.filter(isId).map(lowerCase))];
  if (folderIds === undefined) return named;
  const inFolders = await workflowsInFolders(workspaceId, folderIds);
  if (named === null) return inFolders;
  const both = new Set(inFolders);
  return named.filter((id) => both.has(id));
}

const lowerCase = (id: string): string => id.toLowerCase();
