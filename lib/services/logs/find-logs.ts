import { logsPool } from '../../platform/postgres/db';
import {
  nextWindow,
  type OrderedPath,
  orderedPath,
  type SizedWindow,
  walkStart,
  wholeWindow,
} from './access-path';
import { ACCESS_PATHS, type AccessPath, FILTERS_IN_SQL, RANGE_PATHS, type RangePath } from './log-filter-sql';
import type { LogMonth } from './log-months';
import type { LogRow } from './log-row';
import type { LogScan, Position, Window } from './log-scan';
import type { ChosenPath, Way } from './open-walk';
import { countStatement, filtersBeside, type ScanInput, scanStatement } from './scan-statements';
import { orTooSlow } from './too-slow';

const FIRST_WINDOW_ENTRIES = 2_000;
const GROWTH = 4;
/** A statement that reads this many index entries takes about 60 ms on two shared cores. */
const MAX_WINDOW_ENTRIES = 400_000;
/** Most pages are full after fewer entries; counting would then cost more than it saves. */
const WORTH_COUNTING = 20_000;
/**
 * A range with fewer rows than this fraction of the entries to read is the better path; counting up to that
 * costs a tenth of the reading.
 */
const RANGE_SCAN_RATIO = 16;
/** The same if a filter must be looked up for each row of the range. */
const LOOK_UP_RANGE_SCAN_RATIO = 40;
/**
 * A page that is not full by then is returned as it is, with a cursor: no caller waits longer, and no row
 * is left out.
 */
const TIME_FOR_A_PAGE_MS = 1_000;

export interface FoundLogs {
  /** In the walk's order. */
  rows: LogRow[];
  /** Position to continue from; null at the walk's end. */
  next: Position | null;
}

/**
 * Returns the next `limit` rows of a walk. The walk goes window by window over time; each is read by the
 * access path with the fewest entries, and windows grow while few rows are found. Estimates affect only how
 * fast a page is found, never its content.
 */
export async function findLogs(
  scan: LogScan,
  after: Position | null,
  limit: number,
  way: Way,
): Promise<FoundLogs> {
  if (way.few !== null) return findBySorting(scan, after, limit, way.few);
  const deadline = performance.now() + TIME_FOR_A_PAGE_MS;
  const rows: LogRow[] = [];
  let at = after ?? walkStart(scan);
  let windowEntries = Math.max(FIRST_WINDOW_ENTRIES, limit);
  let entriesRead = 0;
  for await (const months of way.ahead) {
    for (;;) {
      const ordered = orderedPath(scan, months, { first: entriesRead === 0, counted: way.counted });
      const missing = limit + 1 - rows.length;
      const expected = (entriesRead / rows.length) * missing || Number.POSITIVE_INFINITY;
      const { window, path } = await choosePath(scan, months, at, ordered, { windowEntries, expected });
      if (window === null) break;
      const streams = streamsOf(path, ordered);
      rows.push(...(await read(path, { scan, window, streams }, missing)));
      if (rows.length > limit) return pageOf(rows, limit);
      at = window.end;
      entriesRead += window.entries;
      windowEntries = Math.min(windowEntries * GROWTH, MAX_WINDOW_ENTRIES);
      if (performance.now() > deadline) return { rows, next: at };
    }
  }
  return { rows, next: null };
}

function pageOf(found: LogRow[], limit: number): FoundLogs {
  const rows = found.slice(0, limit);
  const { started_ms, id } = rows.at(-1)!;
  return { rows, next: { startedAtMs: started_ms, id } };
}

/** Does the same for few rows or few feed numbers: reads and sorts them all. */
export async function findBySorting(
  scan: LogScan,
  after: Position | null,
  limit: number,
  { path, streams }: ChosenPath,
): Promise<FoundLogs> {
  const rows = await read(path, { scan, window: wholeWindow(scan, after), streams }, limit + 1);
  return rows.length > limit ? pageOf(rows, limit) : { rows, next: null };
}

/**
 * Chooses between the ordered path and a range of durations or costs, which is better if it has fewer rows,
 * in all months a window touches, than the window would read. `windowEntries` and `expected` are index
 * entries: the maximum of the window, and the estimate for the rest of the page.
 */
export async function choosePath(
  scan: LogScan,
  months: readonly LogMonth[],
  at: Position,
  { path, entries }: OrderedPath,
  { windowEntries, expected }: { windowEntries: number; expected: number },
): Promise<{ path: AccessPath; window: SizedWindow | null }> {
  const window = nextWindow(scan, months, at, { windowEntries, entries, whole: false });
  if (window === null) return { path, window };
  const reads = Math.min(window.entries, expected);
  if (reads < WORTH_COUNTING) return { path, window };
  for (const range of rangePaths(scan)) {
    const looksUp = filtersBeside(range, scan).length > 0;
    const worth = Math.ceil(reads / (looksUp ? LOOK_UP_RANGE_SCAN_RATIO : RANGE_SCAN_RATIO));
    const whole = nextWindow(scan, months, at, { windowEntries, entries, whole: true })!;
    if ((await countRange(scan, range, whole, worth)) < worth) return { path: range, window: whole };
  }
  return { path, window };
}

/** Returns the streams that the chosen path merges: none if it is not the ordered one. */
export const streamsOf = (path: AccessPath, ordered: OrderedPath): string[][] =>
  path === ordered.path ? ordered.streams : [];

const rangePaths = (scan: LogScan): RangePath[] =>
  RANGE_PATHS.filter((path) => {
    const { range } = ACCESS_PATHS[path];
    const [any, wanted] = [FILTERS_IN_SQL[range].any, scan[range]];
    return wanted[0] > Math.max(any[0], 0) || wanted[1] < any[1];
  });

async function countRange(scan: LogScan, path: RangePath, window: Window, upTo: number): Promise<number> {
  const statement = countStatement(path, { scan, window, upTo });
  const { rows } = await logsPool().query<{ n: number }>(statement);
  return rows[0]?.n ?? 0;
}

async function read(path: AccessPath, input: ScanInput, count: number): Promise<LogRow[]> {
  const statement = scanStatement(path, { ...input, count });
  const { rows } = await orTooSlow(logsPool().query<LogRow>(statement));
  return rows;
}
