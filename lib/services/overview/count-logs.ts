import type { QueryConfig, QueryResultRow } from 'pg';
import { HIGHEST_ID } from '../../platform/ids';
import { logsPool } from '../../platform/postgres/db';
import { orderedPath, walkStart, wholeWindow } from '../logs/access-path';
import { bucketStatement } from '../logs/count-statements';
import { choosePath, streamsOf } from '../logs/find-logs';
import type { AccessPath } from '../logs/log-filter-sql';
import type { LogScan, Position, Window } from '../logs/log-scan';
import { openWalk, type Way } from '../logs/open-walk';
import type { Filters } from '../logs/resolve-filters';
import type { ScanInput } from '../logs/scan-statements';
import type { Bucketing } from './bucket-steps';
import type { BucketCount } from './count-in-rollups';
import { isTimeout } from './statement-timeout';

const FIRST_WINDOW_ENTRIES = 50_000;
const MAX_WINDOW_ENTRIES = 400_000;
const GROWTH = 2;
/** Each keeps a core of the database busy; more would slow down pages of the list. */
const READ_AT_ONCE = 2;

export interface Counted<Row> {
  counts: Row[];
  /** The earliest start that was counted; null if everything was. */
  countedFromMs: number | null;
}

export type CountedLogs = Counted<BucketCount>;

/** Counts as `countWindows`, by bucket and status. */
export const countLogs = (
  filters: Filters,
  range: readonly [number, number],
  bucketing: Bucketing,
  budgetMs: number,
): Promise<CountedLogs> =>
  countWindows(filters, range, budgetMs, (path, input) =>
    bucketStatement(path, { ...input, buckets: bucketing }),
  );

type Statement = (path: AccessPath, input: ScanInput) => QueryConfig<unknown[]>;

/**
 * Counts the logs themselves, newest first, window by window as a walk reads them, for at most `budgetMs`
 * and the windows in progress then. Returns the rows of each window's statement, in order. `endMs` is
 * exclusive.
 */
export async function countWindows<Row extends QueryResultRow>(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  budgetMs: number,
  statement: Statement,
): Promise<Counted<Row>> {
  const deadline = performance.now() + budgetMs;
  const wanted: Filters = { ...filters, order: 'desc', startedMs: [startMs, endMs - 1] };
  const { feed, way } = await openWalk(wanted, null);
  const scan: LogScan = { ...wanted, seqs: { after: 0, upTo: feed.n } };
  /** Null for a part that was not read, or not completely. */
  const read = async ({ path, window, streams }: Part): Promise<Row[] | null> => {
    if (performance.now() > deadline) return null;
    const found = await logsPool()
      .query<Row>(statement(path, { scan, window, streams }))
      .catch(unlessTimeout);
    return found?.rows ?? null;
  };
  const counts: Row[] = [];
  for await (const [part, rows] of readAhead(partsOf(scan, way), read)) {
    if (rows === null) return { counts, countedFromMs: countedFrom(part.after) };
    counts.push(...rows);
  }
  return { counts, countedFromMs: null };
}

/** The input of one statement: a window, and the path into its rows. */
interface Part {
  path: AccessPath;
  window: Window;
  streams: ScanInput['streams'];
  /** Everything before it in the walk is counted by other parts. */
  after: Position;
}

async function* partsOf(scan: LogScan, way: Way): AsyncGenerator<Part> {
  let after = walkStart(scan);
  if (way.few !== null) {
    yield { ...way.few, window: wholeWindow(scan, null), after };
    return;
  }
  let windowEntries = FIRST_WINDOW_ENTRIES;
  for await (const months of way.ahead) {
    for (;;) {
      const ordered = orderedPath(scan, months, { first: false, counted: way.counted });
      const size = { windowEntries, expected: Number.POSITIVE_INFINITY };
      const { path, window } = await choosePath(scan, months, after, ordered, size);
      if (window === null) break;
      yield { path, window, streams: streamsOf(path, ordered), after };
      after = window.end;
      windowEntries = Math.min(windowEntries * GROWTH, MAX_WINDOW_ENTRIES);
    }
  }
}

/** Yields the parts in order with the rows read for each; the next ones are read meanwhile. */
async function* readAhead<Part, Rows>(
  parts: AsyncIterable<Part>,
  read: (part: Part) => Promise<Rows>,
): AsyncGenerator<[Part, Rows]> {
  const underWay: Array<[Part, Promise<Rows>]> = [];
  for await (const part of parts) {
    const rows = read(part);
    rows.catch(() => {}); // it is thrown when it is awaited below
    underWay.push([part, rows]);
    if (underWay.length < READ_AT_ONCE) continue;
    const [first, ofFirst] = underWay.shift()!;
    yield [first, await ofFirst];
  }
  for (const [part, rows] of underWay) yield [part, await rows];
}

/** Returns the earliest start whose rows are all before this position of the walk. */
const countedFrom = ({ startedAtMs, id }: Position): number =>
  id === HIGHEST_ID ? startedAtMs + 1 : startedAtMs;

/** Turns a timeout into null: the statement's counts are missing, and the response reports it. */
function unlessTimeout(error: unknown): null {
  if (!isTimeout(error)) throw error;
  return null;
}
