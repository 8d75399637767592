import { ROW_COLUMNS, startedWithin } from './log-row';
import { integerRange, type LogScan, type Position } from './log-scan';

/** The path into the rows of a window; each is one index, and any of them finds the same rows. */
export type AccessPath =
  | 'time'
  | 'workflow'
  | 'outcome'
  | 'model'
  | 'model workflow'
  | 'duration'
  | 'cost'
  | 'execution'
  | 'seq';

/** A part of a walk: the rows beyond `from`, whose start is not beyond `untilMs`. */
export interface Window {
  from: Position;
  untilMs: number;
}

// $1 workspace, $2 and $3 the window's first and last start, $4 and $5 the position to begin beyond,
// $6 and $7 feed numbers, $8 statuses, $9 triggers, $10 workflows, $11 to $14 duration and cost, $15 how
// many, $16 and $17 what the path itself needs.
export const CONDITIONS = (id: string, beyond: string): string => `
  l.workspace_id = $1::uuid AND ${startedWithin('l', '$2', '$3')}
  AND (l.started_at, l.${id}) ${beyond} (to_timestamp($4::float8 / 1000), $5::uuid)
  AND l.seq > $6::bigint AND l.seq <= $7::bigint
  AND ($8::text[] IS NULL OR l.level = ANY ($8)) AND ($9::text[] IS NULL OR l.trigger = ANY ($9))
  AND ($10::uuid[] IS NULL OR l.workflow_id = ANY ($10))
  AND l.duration_ms >= $11::bigint AND l.duration_ms <= $12::bigint
  AND l.cost_total >= $13::float8 AND l.cost_total <= $14::float8`;

interface Direction {
  beyond: '<' | '>';
  sort: 'ASC' | 'DESC';
}

const DIRECTIONS: Record<LogScan['order'], Direction> = {
  asc: { beyond: '>', sort: 'ASC' },
  desc: { beyond: '<', sort: 'DESC' },
};

const orderBy = ({ sort }: Direction, table: string, id = 'id'): string =>
  `ORDER BY ${table}.started_at ${sort}, ${table}.${id} ${sort}`;

/** The path's index gives rows in the walk's order: nothing is read beyond the last row wanted. */
const inOrder = (table: string, id: string, direction: Direction, own = ''): string =>
  `SELECT l.started_at, l.${id} AS id FROM runtime.${table} l WHERE ${CONDITIONS(id, direction.beyond)} ${own}
   ${orderBy(direction, 'l', id)} LIMIT $15::int`;

/** One ordered stream for each of several values, merged: at most that many rows of each are read. */
const merged = (values: string, stream: string, direction: Direction): string =>
  `SELECT l.started_at, l.id FROM ${values} CROSS JOIN LATERAL (${stream}) AS l ${orderBy(direction, 'l')}
    LIMIT $15::int`;

export const USED_MODEL = `AND ($16::text IS NULL OR EXISTS (
  SELECT FROM runtime.log_model m WHERE m.workspace_id = l.workspace_id AND m.model = $16
    AND m.started_at = l.started_at AND m.log_id = l.id))`;

/**
 * All rows that the path's index names, then sorted. The inner order is what makes that index the only one
 * that fits.
 */
const sorted = (direction: Direction, indexOrder: string): string =>
  `SELECT l.started_at, l.id FROM (
     SELECT l.started_at, l.id FROM runtime.log l WHERE ${CONDITIONS('id', direction.beyond)} ${USED_MODEL}
       ORDER BY ${indexOrder} OFFSET 0
   ) AS l ${orderBy(direction, 'l')} LIMIT $15::int`;

/** The execution first, by itself: with the other conditions beside it, other indexes would fit too. */
const ofExecution = (direction: Direction): string =>
  `SELECT l.started_at, l.id FROM (
     SELECT * FROM runtime.log l WHERE l.execution_id = $17::uuid AND ${startedWithin('l', '$2', '$3')}
       OFFSET 0
   ) AS l WHERE ${CONDITIONS('id', direction.beyond)} ${USED_MODEL} ${orderBy(direction, 'l')}
     LIMIT $15::int`;

/** What finds the keys, within an index alone. */
const KEYS: Record<AccessPath, (direction: Direction) => string> = {
  time: (direction) => inOrder('log', 'id', direction),
  workflow: (direction) =>
    merged(
      'unnest($16::uuid[]) AS wanted (workflow_id)',
      inOrder('log', 'id', direction, 'AND l.workflow_id = wanted.workflow_id'),
      direction,
    ),
  outcome: (direction) =>
    merged(
      'unnest($16::text[], $17::text[]) AS wanted (status, trigger)',
      inOrder('log', 'id', direction, 'AND l.level = wanted.status AND l.trigger = wanted.trigger'),
      direction,
    ),
  model: (direction) => inOrder('log_model', 'log_id', direction, 'AND l.model = $16::text'),
  'model workflow': (direction) =>
    merged(
      'unnest($17::uuid[]) AS wanted (workflow_id)',
      inOrder(
        'log_model',
        'log_id',
        direction,
        'AND l.model = $16::text AND l.workflow_id = wanted.workflow_id',
      ),
      direction,
    ),
  duration: (direction) => sorted(direction, 'l.duration_ms'),
  cost: (direction) => sorted(direction, 'l.cost_total'),
  seq: (direction) => sorted(direction, 'l.seq'),
  execution: ofExecution,
};

/** Only rows that are on the page are fetched, by their keys. */
const page = (keys: string, direction: Direction): string => `SELECT ${ROW_COLUMNS} FROM (${keys}) AS key
  JOIN runtime.log l ON l.id = key.id AND l.started_at = key.started_at AND ${startedWithin('l', '$2', '$3')}
  ${orderBy(direction, 'key')}`;

const statements = new Map<string, string>();

/** The statement of a path, always the same text, so that each connection plans it once. */
export function scanStatement(
  path: AccessPath,
  scan: LogScan,
  window: Window,
  count: number,
  own: readonly unknown[],
) {
  const name = `logs-${path}-${scan.order}`;
  let text = statements.get(name);
  if (text === undefined) {
    const direction = DIRECTIONS[scan.order];
    text = page(KEYS[path](direction), direction);
    statements.set(name, text);
  }
  return { name, text, values: [...conditionValues(scan, window), count, ...own] };
}

/** $1 to $14 of `CONDITIONS`. */
export function conditionValues(scan: LogScan, window: Window): unknown[] {
  const { durationMs, costUsd, seqs } = scan;
  return [
    ...[scan.workspaceId, ...ends(scan, window), window.from.startedAtMs, window.from.id],
    ...[seqs.after, seqs.upTo, scan.statuses, scan.triggers, scan.workflowIds],
    ...[...integerRange(durationMs), ...costUsd],
  ];
}

/** First and last start of a window. */
const ends = ({ order }: LogScan, { from, untilMs }: Window) =>
  order === 'asc' ? [from.startedAtMs, untilMs] : [untilMs, from.startedAtMs];

/**
 * How many rows a range of durations or costs has in the months of a window, counted up to a limit in the
 * index alone.
 */
export function countStatement(path: 'duration' | 'cost', scan: LogScan, window: Window, upTo: number) {
  const [column, type] = path === 'duration' ? ['duration_ms', 'bigint'] : ['cost_total', 'float8'];
  return {
    name: `logs-count-${path}`,
    text: `SELECT count(*)::int AS n FROM (
      SELECT FROM runtime.log l WHERE l.workspace_id = $1::uuid AND ${startedWithin('l', '$2', '$3')}
        AND l.${column} >= $4::${type} AND l.${column} <= $5::${type} ORDER BY l.${column}
          LIMIT $6::int) AS counted`,
    values: [
      scan.workspaceId,
      ...ends(scan, window),
      ...(path === 'duration' ? integerRange(scan.durationMs) : scan.costUsd),
      upTo,
    ],
  };
}
