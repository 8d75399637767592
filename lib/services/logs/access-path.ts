import { HIGHEST_ID, LOWEST_ID } from '../../platform/ids';
import type { AccessPath } from './log-filter-sql';
import type { LogMonth } from './log-months';
import type { LogScan, Position, Window } from './log-scan';
import { filtersBeside } from './scan-statements';

/** Cost of one descent into an index, in entries read; each value and month needs one. */
const DESCENT_ENTRIES = 20;
/** Cost of one filter that is looked up for each row. */
const LOOK_UP_ENTRIES = 8;
/** Merging this many streams for a first page costs as much as filtering one. */
const STREAMS_PER_PAGE = 4;

/** An access path whose rows come in the walk's order, and its maximum number of index entries in a month. */
export interface OrderedPath {
  path: AccessPath;
  entries: (month: LogMonth) => number;
  /** The values whose streams it merges: one list for each of its columns. */
  streams: string[][];
}

/**
 * Returns the access path with the fewest entries in these months, by the monthly statistics (exact counts,
 * so a common value is never mistaken for a rare one). In a walk's first window the page may be full early,
 * while each stream of a merge is read for a whole page, so merging costs more there. `counted`: one more
 * path, whose values the statistics don't cover.
 */
export function orderedPath(
  scan: LogScan,
  months: readonly LogMonth[],
  { first, counted = null }: { first: boolean; counted?: OrderedPath | null },
): OrderedPath {
  const cost = ({ path, entries, streams: [values = []] }: OrderedPath): number => {
    const merging = first ? Math.max(1, values.length / STREAMS_PER_PAGE) : 1;
    const reads = merging * (1 + LOOK_UP_ENTRIES * filtersBeside(path, scan).length);
    return months.reduce((sum, month) => sum + entries(month) * reads + DESCENT_ENTRIES * values.length, 0);
  };
  const paths = candidates(scan, months);
  if (counted !== null) paths.push(counted);
  return paths.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

function candidates(scan: LogScan, months: readonly LogMonth[]): OrderedPath[] {
  const all = (values: (month: LogMonth) => string[]): string[] => [...new Set(months.flatMap(values))];
  if (scan.model !== null) {
    const model: OrderedPath = { path: 'model', entries: (month) => month.model, streams: [] };
    if (scan.workflowIds === null) return [model];
    const ids = all((month) => month.modelWorkflows);
    return [model, { path: 'model workflow', entries: (month) => month.modelWorkflow, streams: [ids] }];
  }
  const pairs = all((month) => month.outcomes).map((text) => text.split(' ') as [string, string]);
  const outcome = [pairs.map(([status]) => status), pairs.map(([, trigger]) => trigger)];
  const paths: OrderedPath[] = [
    { path: 'time', entries: (month) => month.total, streams: [] },
    { path: 'outcome', entries: (month) => month.outcome, streams: outcome },
  ];
  if (scan.workflowIds === null) return paths;
  const ids = all((month) => month.workflows);
  return [...paths, { path: 'workflow', entries: (month) => month.workflow, streams: [ids] }];
}

export interface SizedWindow extends Window {
  /** The estimated number of index entries in the window. */
  entries: number;
  /** Position of the walk after all rows of the window. */
  end: Position;
}

/**
 * Returns the next part of a walk beyond `from`: about `windowEntries` entries, assuming that rows are
 * spread evenly over the elapsed part of their month. Null at the end. `months` are in the walk's order;
 * those without rows for the scan are left out and end a window. With `whole`, months are not cut.
 */
export function nextWindow(
  { order, startedMs }: LogScan,
  months: readonly LogMonth[],
  from: Position,
  {
    windowEntries,
    entries,
    whole,
  }: { windowEntries: number; entries: (month: LogMonth) => number; whole: boolean },
): SizedWindow | null {
  const ascending = order === 'asc';
  const [leastMs, mostMs] = ascending
    ? [from.id === HIGHEST_ID ? from.startedAtMs + 1 : from.startedAtMs, Number.POSITIVE_INFINITY]
    : [Number.NEGATIVE_INFINITY, from.id === LOWEST_ID ? from.startedAtMs - 1 : from.startedAtMs];
  const nowMs = Date.now();
  const ahead = months
    .map((month) => ({
      count: entries(month),
      spanMs: Math.min(month.endMs, Math.max(nowMs, month.startMs + 1)) - month.startMs,
      firstMs: Math.max(month.startMs, startedMs[0], leastMs),
      lastMs: Math.min(month.endMs - 1, startedMs[1], mostMs),
    }))
    .filter(({ firstMs, lastMs }) => firstMs <= lastMs);
  let [counted, edgeMs, startMs] = [0, Number.NaN, Number.NaN];
  for (const { count, spanMs, firstMs, lastMs } of ahead) {
    const [nearMs, farMs] = ascending ? [firstMs, lastMs] : [lastMs, firstMs];
    if (Number.isNaN(edgeMs)) startMs = nearMs;
    else if (counted >= windowEntries || Math.abs(nearMs - edgeMs) !== 1) break;
    const passedMs = Math.max(firstMs, Math.min(lastMs, nowMs));
    const here = count * Math.min(1, (passedMs - firstMs + 1) / spanMs);
    const share = whole ? 1 : Math.min(1, (windowEntries - counted) / here);
    edgeMs = share === 1 ? farMs : cut(ascending ? [firstMs, passedMs] : [passedMs, firstMs], share);
    counted += here * share;
    if (edgeMs !== farMs) break;
  }
  if (Number.isNaN(edgeMs)) return null;
  const beginsBeyond = ascending ? startMs > from.startedAtMs : startMs < from.startedAtMs;
  return {
    from: beginsBeyond ? justBefore(startMs, ascending) : from,
    untilMs: edgeMs,
    entries: counted,
    end: ascending ? { startedAtMs: edgeMs, id: HIGHEST_ID } : { startedAtMs: edgeMs, id: LOWEST_ID },
  };
}

const cut = ([nearMs, farMs]: [number, number], share: number): number =>
  nearMs + Math.trunc((farMs - nearMs) * share);

const justBefore = (startMs: number, ascending: boolean): Position =>
  ascending ? { startedAtMs: startMs, id: LOWEST_ID } : { startedAtMs: startMs, id: HIGHEST_ID };

/** Returns the start of a walk, from which one window contains everything. */
export function walkStart({ order, startedMs }: LogScan): Position {
  return justBefore(order === 'asc' ? startedMs[0] : startedMs[1], order === 'asc');
}

export const wholeWindow = (scan: LogScan, after: Position | null): Window => ({
  from: after ?? walkStart(scan),
  untilMs: scan.order === 'asc' ? scan.startedMs[1] : scan.startedMs[0],
});
