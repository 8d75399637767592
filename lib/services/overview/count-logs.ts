import { HIGHEST_ID } from '../../platform/ids';
import { logsPool } from '../../platform/postgres/db';
import { nextWindow, orderedPath, walkStart, wholeWindow } from '../logs/access-path';
import { bucketStatement } from '../logs/count-statements';
import { readStart } from '../logs/log-months';
import type { LogScan, Position } from '../logs/log-scan';
import type { Filters } from '../logs/resolve-filters';
import type { Bucketing } from './bucket-steps';
import type { BucketCount } from './count-in-rollups';
import { isTimeout } from './statement-timeout';

const FIRST_WINDOW_ENTRIES = 50_000;
const MAX_WINDOW_ENTRIES = 400_000;
const GROWTH = 2;

export interface CountedLogs {
  counts: BucketCount[];
  /** Null when all is counted; else the earliest start that is. */
  countedFromMs: number | null;
}

/**
 * Counts the logs themselves, the newest first, window by window as a walk reads them, for `budgetMs` at
 * most and the window that is under way then. `endMs` is exclusive.
 */
export async function countLogs(
  filters: Filters,
  [startMs, endMs]: readonly [number, number],
  bucketing: Bucketing,
  budgetMs: number,
): Promise<CountedLogs> {
  const deadline = performance.now() + budgetMs;
  const wanted: Filters = { ...filters, order: 'desc', startedMs: [startMs, endMs - 1] };
  const { feed, ahead } = await readStart(wanted, null);
  const scan: LogScan = { ...wanted, seqs: { after: 0, upTo: feed.n } };
  const counts: BucketCount[] = [];
  if (scan.executionId !== null) {
    const own = [scan.model, scan.executionId];
    const statement = bucketStatement('execution', scan, wholeWindow(scan, null), bucketing, own);
    return { counts: (await logsPool().query<BucketCount>(statement)).rows, countedFromMs: null };
  }
  let at = walkStart(scan);
  let windowEntries = FIRST_WINDOW_ENTRIES;
  for await (const months of ahead) {
    for (;;) {
      const { path, entries, own } = orderedPath(scan, months, false);
      const window = nextWindow(scan, months, at, { windowEntries, entries, whole: false });
      if (window === null) break;
      if (performance.now() > deadline) return { counts, countedFromMs: countedFrom(at) };
      const statement = bucketStatement(path, scan, window, bucketing, own);
      const found = await logsPool().query<BucketCount>(statement).catch(unlessTimeout);
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
