import { logsPool } from '../db';
import { AppError } from '../errors';
import { type LogMonth, readMonths } from './log-months';
import { hasRange, type LogScan, type Position } from './log-scan';
import {
  nextWindow,
  type OrderedWay,
  orderedWay,
  type PlannedWindow,
  walkStart,
  wholeWindow,
} from './scan-plan';
import { countStatement, scanStatement, type Way, type Window } from './scan-statements';

const FIRST_GOAL = 2_000;
const GROWTH = 4;
/** A statement that reads so many index entries takes about 60 ms here. */
const MAX_GOAL = 400_000;
/** A page of most mixes is full before; counting would cost more than it saves. */
const WORTH_COUNTING = 20_000;
/** Rows of a range are sorted afterwards, and its pages are seldom in memory. */
const GAIN = 4;
/** Asking whether a row used a model costs as much as reading so many entries. */
const MODEL_LOOKUP = 10;
/** A page that is not full by then is given as it is, with a cursor: nobody waits, and nothing is left out. */
const TIME_FOR_A_PAGE_MS = 1_000;

export interface FoundLogs {
  /** In the walk's order. */
  keys: Position[];
  /** Where to go on; null at the walk's end. */
  next: Position | null;
}

/**
 * The next rows of a walk, `limit` of them. The walk goes window by window over time; each is read by whichever way has least to
 * read, and grows while few rows are found. What is guessed decides how fast a page is found, never what is on it.
 */
export async function findLogs(scan: LogScan, after: Position | null, limit: number): Promise<FoundLogs> {
  if (scan.executionId !== null) return findGathered(scan, after, limit, 'execution');
  const months = await readMonths(scan, after);
  const deadline = performance.now() + TIME_FOR_A_PAGE_MS;
  let ordered = orderedWay(scan, months, true);
  const keys: Position[] = [];
  let at = after ?? walkStart(scan);
  let goal = Math.max(FIRST_GOAL, limit);
  while (true) {
    const { window, way } = await plan(scan, months, at, ordered, goal);
    if (window === null) return { keys, next: null };
    const wanted = limit + 1 - keys.length;
    keys.push(...(await read(scan, way, window, wanted, way === ordered.way ? ordered.own : [scan.model])));
    if (keys.length > limit) return { keys: keys.slice(0, limit), next: keys[limit - 1]! };
    at = window.end;
    ordered = orderedWay(scan, months, false);
    goal = Math.min(goal * GROWTH, MAX_GOAL);
    if (performance.now() > deadline) return { keys, next: at };
  }
}

/** The next rows of a walk over few feed numbers. */
export const findInChunk = (scan: LogScan, after: Position | null, limit: number): Promise<FoundLogs> =>
  scan.executionId === null
    ? findGathered(scan, after, limit, 'seq')
    : findGathered(scan, after, limit, 'execution');

async function findGathered(
  scan: LogScan,
  after: Position | null,
  limit: number,
  way: 'execution' | 'seq',
): Promise<FoundLogs> {
  const own = way === 'execution' ? [scan.model, scan.executionId] : [scan.model];
  const keys = await read(scan, way, wholeWindow(scan, after), limit + 1, own);
  return keys.length > limit ? { keys: keys.slice(0, limit), next: keys[limit - 1]! } : { keys, next: null };
}

/** A range of durations or costs that has fewer rows in all months a window touches than the window would read is the better way. */
async function plan(
  scan: LogScan,
  months: readonly LogMonth[],
  at: Position,
  { way, entries }: OrderedWay,
  goal: number,
): Promise<{ way: Way; window: PlannedWindow | null }> {
  const window = nextWindow(scan, months, at, { goal, entries, whole: false });
  if (window === null || window.entries < WORTH_COUNTING) return { way, window };
  const worth = Math.ceil(window.entries / (scan.model === null ? GAIN : MODEL_LOOKUP));
  for (const range of rangeWays(scan)) {
    const whole = nextWindow(scan, months, at, { goal, entries, whole: true })!;
    if ((await countRange(scan, range, whole, worth)) < worth) return { way: range, window: whole };
  }
  return { way, window };
}

const rangeWays = ({ durationMs, costUsd }: LogScan): Array<'duration' | 'cost'> => [
  ...(hasRange(durationMs) ? (['duration'] as const) : []),
  ...(hasRange(costUsd) ? (['cost'] as const) : []),
];

async function countRange(
  scan: LogScan,
  way: 'duration' | 'cost',
  window: Window,
  upTo: number,
): Promise<number> {
  const { rows } = await logsPool().query<{ n: number }>(countStatement(way, scan, window, upTo));
  return rows[0]?.n ?? 0;
}

const QUERY_CANCELED = '57014';

const tooSlow = (cause: Error): AppError =>
  new AppError(
    'unavailable',
    'The database is too busy to read these logs. Ask again in a moment, with startDate and endDate closer together if it stays so.',
    { cause },
  );

async function read(
  scan: LogScan,
  way: Way,
  window: Window,
  count: number,
  own: unknown[],
): Promise<Position[]> {
  const statement = { ...scanStatement(way, scan, window, count, own), rowMode: 'array' as const };
  const { rows } = await logsPool()
    .query<[Date, string]>(statement)
    .catch((error) => {
      throw error.code === QUERY_CANCELED ? tooSlow(error) : error;
    });
  return rows.map(([startedAt, id]) => ({ startedAtMs: startedAt.getTime(), id }));
}
