import type { QueryConfig, QueryResultRow } from 'pg';
import { HIGHEST_ID } from '../../platform/ids';
import { logsPool } from '../../platform/postgres/db';
import { nextWindow, orderedPath, walkStart, wholeWindow } from '../logs/access-path';
import { bucketStatement } from '../logs/count-statements';
import { readStart } from '../logs/log-months';
import type { LogScan, Position } from '../logs/log-scan';
import type { Filters } from '../logs/resolve-filters';
import type { AccessPath, Window } from '../logs/scan-statements';
import type { Bucketing } from './bucket-steps';
import type { BucketCount } from './count-in-rollups';
import { isTimeout } from './statement-timeout';

const FIRST_WINDOW_ENTRIES = 50_000;
const MAX_WINDOW_ENTRIES = 400_000;
const GROWTH = 2;

export interface Counted<Row> {
  counts: Row[];
  /** Null when all is counted; else the earliest start that is. */
  countedFromMs: number | null;
}

export type CountedLogs = Counted<BucketCount>;

/** As `countWindows`, by bucket and level. */
export const countLogs = (
  filters: Filters,
  range: readonly [number, number],
  bucketing: Bucketing,
  budgetMs: number,
): Promise<CountedLogs> =>
  countWindows(filters, range, budgetMs, (path, scan, window, own) =>
    bucketStatement(path, scan, window, bucketing, own),
  );

type Statement = (
  path: AccessPath,
  scan: LogScan,
  window: Window,
  own: readonly unknown[],
) => QueryConfig<unknown[]>;

/**
 * Counts the logs themselves, the newest first, window by window as a walk reads them, for `budgetMs` at
 * most and the window that is under way then: the rows of each window's statement, one after the other.
 * `endMs` is exclusive.
 */
export async function countWindows<Row extends QueryResultRow>(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  budgetMs: number,
  statement: Statement,
): Promise<Counted<Row>> {
  const deadline = performance.now() + budgetMs;
  const wanted: Filters = { ...filters, order: 'desc', startedMs: [startMs, endMs - 1] };
  const { feed, ahead } = await readStart(wanted, null);
  const scan: LogScan = { ...wanted, seqs: { after: 0, upTo: feed.n } };
  const counts: Row[] = [];
  const read = (path: AccessPath, window: Window, own: readonly unknown[]) =>
    logsPool().query<Row>(statement(path, scan, window, own));
  if (scan.executionId !== null) {
    const { rows } = await read('execution', wholeWindow(scan, null), [scan.model, scan.executionId]);
    return { counts: rows, countedFromMs: null };
  }
  let at = walkStart(scan);
  let windowEntries = FIRST_WINDOW_ENTRIES;
  for await (const months of ahead) {
    for (;;) {
      const { path, entries, own } = orderedPath(scan, months, false);
      const window = nextWindow(scan, months, at, { windowEntries, entries, whole: false });
      if (window === null) break;
      if (performance.now() > deadline) return { counts, countedFromMs: countedFrom(at) };
      const found = await read(path, window, own).catch(unlessTimeout);
      if (found === null) return { counts, countedFromMs: countedFrom(at) };
      counts.push(...found.rows);
      at = window.end;
      windowEntries = Math.min(windowEntries * GROWTH, MAX_WINDOW_ENTRIES);
    }
  }
  return { counts, countedFromMs: null };
}

/** The earliest start of which all rows lie before this place of the walk. */
const countedFrom = ({ startedAtMs, id }: Position): number =>
  id === HIGHEST_ID ? startedAtMs + 1 : startedAtMs;

/** What a statement that took too long would have counted is missing, and the answer says so. */
function unlessTimeout(error: unknown): null {
  if (!isTimeout(error)) throw error;
  return null;
}
