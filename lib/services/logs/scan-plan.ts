import type { LogMonth } from './log-months';
import { HIGHEST_ID, LOWEST_ID, type LogScan, type Position } from './log-scan';
import type { Way, Window } from './scan-statements';

/** A way into the index descends once a value and month; that costs as much as reading so many entries. */
const DESCENT = 20;
/** So many streams are read beyond what a page needs as much as a filter on one stream reads. */
const STREAMS_PER_PAGE = 4;

/** A way whose rows come in the walk's order, and how many index entries it has in a month at most. */
export interface OrderedWay {
  way: Way;
  entries: (month: LogMonth) => number;
  /** What its statement wants beside what all have. */
  own: unknown[];
}

/**
 * The way that has the fewest entries in these months, counted by the dictionary: no chance of a filter's
 * being taken for rare. In a walk's first window a page may well be full soon, while every stream of a merge
 * is read for a page of its own.
 */
export function orderedWay(scan: LogScan, months: readonly LogMonth[], first: boolean): OrderedWay {
  const cost = ({ entries, streams }: Candidate): number => {
    const reads = first ? Math.max(1, streams / STREAMS_PER_PAGE) : 1;
    return months.reduce((sum, month) => sum + entries(month) * reads + DESCENT * streams, 0);
  };
  return candidates(scan, months).reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/** How many streams the way merges; each begins with a descent into the index. */
type Candidate = OrderedWay & { streams: number };

function candidates(scan: LogScan, months: readonly LogMonth[]): Candidate[] {
  const all = (values: (month: LogMonth) => string[]): string[] => [...new Set(months.flatMap(values))];
  if (scan.model !== null) {
    const model: Candidate = { way: 'model', entries: (month) => month.model, own: [scan.model], streams: 0 };
    if (scan.workflowIds === null) return [model];
    const ids = all((month) => month.modelWorkflows);
    const entries = (month: LogMonth): number => month.modelWorkflow;
    return [model, { way: 'model workflow', entries, own: [scan.model, ids], streams: ids.length }];
  }
  const pairs = all((month) => month.outcomes).map((text) => text.split(' '));
  const outcome = [pairs.map(([level]) => level), pairs.map(([, trigger]) => trigger)];
  const ids = all((month) => month.workflows);
  return [
    { way: 'time', entries: (month) => month.total, own: [], streams: 0 },
    { way: 'outcome', entries: (month) => month.outcome, own: outcome, streams: pairs.length },
    ...(scan.workflowIds === null
      ? []
      : [
          {
            way: 'workflow' as const,
            entries: (month: LogMonth) => month.workflow,
            own: [ids],
            streams: ids.length,
          },
        ]),
  ];
}

export interface PlannedWindow extends Window {
  /** Index entries that the window is thought to hold. */
  entries: number;
  /** Where the walk stands when the window holds no more rows. */
  end: Position;
}

/**
 * The next part of a walk beyond `from`: about `goal` entries, taking rows to be spread evenly over the part
 * of their month that has passed. Null at the end. `months` are in the walk's order; those without rows for
 * the scan are left out and end a window. With `whole`, months are not cut.
 */
export function nextWindow(
  { order, startedMs }: LogScan,
  months: readonly LogMonth[],
  from: Position,
  { goal, entries, whole }: { goal: number; entries: (month: LogMonth) => number; whole: boolean },
): PlannedWindow | null {
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
  let [planned, edgeMs, startMs] = [0, Number.NaN, Number.NaN];
  for (const { count, spanMs, firstMs, lastMs } of ahead) {
    const [nearMs, farMs] = ascending ? [firstMs, lastMs] : [lastMs, firstMs];
    if (Number.isNaN(edgeMs)) startMs = nearMs;
    else if (planned >= goal || Math.abs(nearMs - edgeMs) !== 1) break;
    const passedMs = Math.max(firstMs, Math.min(lastMs, nowMs));
    const here = count * Math.min(1, (passedMs - firstMs + 1) / spanMs);
    const share = whole ? 1 : Math.min(1, (goal - planned) / here);
    edgeMs = share === 1 ? farMs : cut(ascending ? [firstMs, passedMs] : [passedMs, firstMs], share);
    planned += here * share;
    if (edgeMs !== farMs) break;
  }
  if (Number.isNaN(edgeMs)) return null;
  const beginsBeyond = ascending ? startMs > from.startedAtMs : startMs < from.startedAtMs;
  return {
    from: beginsBeyond ? justBefore(startMs, ascending) : from,
    untilMs: edgeMs,
    entries: planned,
    end: ascending ? { startedAtMs: edgeMs, id: HIGHEST_ID } : { startedAtMs: edgeMs, id: LOWEST_ID },
  };
}

const cut = ([nearMs, farMs]: [number, number], share: number): number =>
  nearMs + Math.trunc((farMs - nearMs) * share);

const justBefore = (startMs: number, ascending: boolean): Position =>
  ascending ? { startedAtMs: startMs, id: LOWEST_ID } : { startedAtMs: startMs, id: HIGHEST_ID };

/** Where a walk begins, and the window that holds all of it. */
export function walkStart({ order, startedMs }: LogScan): Position {
  return justBefore(order === 'asc' ? startedMs[0] : startedMs[1], order === 'asc');
}

export const wholeWindow = (scan: LogScan, after: Position | null): Window => ({
  from: after ?? walkStart(scan),
  untilMs: scan.order === 'asc' ? scan.startedMs[1] : scan.startedMs[0],
});
