import { reachesOut } from '../blocks/capabilities';
import { blockDefinitions } from '../blocks/registry/definitions';
import { isPart, type TraceSpan } from './trace-span';

/** In milliseconds since 1970. */
export interface TimeInterval {
  startMs: number;
  endMs: number;
}

/** True if it waits for a time or an answer, and does nothing meanwhile. */
export function isWait({ type }: Pick<TraceSpan, 'type'>): boolean {
  const definition = blockDefinitions.get(type);
  const { mayWait, executionId } = definition?.outsideWork ?? {};
  return mayWait !== undefined && executionId === undefined && !reachesOut(definition);
}

/**
 * Returns the intervals in which some of these blocks wait, in containers too, and none works; in order. A
 * block that waited for its server worked before and after.
 */
export function waitingIntervals(spans: readonly TraceSpan[]): TimeInterval[] {
  if (!holdsWait(spans)) return [];
  const [waits, works] = [[] as TimeInterval[], [] as TimeInterval[]];
  const visit = (level: readonly TraceSpan[]): void => {
    for (const span of level) {
      if (span.status === 'skipped' || isPart(span)) continue;
      const inside = span.children.some((child) => !isPart(child));
      if (inside) visit(span.children);
      else if (span.waited !== undefined) {
        const waited = between(span.waited);
        waits.push(waited);
        works.push(...without([intervalOf(span)], [waited]));
      } else (isWait(span) ? waits : works).push(intervalOf(span));
    }
  };
  visit(spans);
  return without(joined(waits), joined(works));
}

const holdsWait = (spans: readonly TraceSpan[]): boolean =>
  spans.some(
    (span) =>
      span.status !== 'skipped' && (isWait(span) || span.waited !== undefined || holdsWait(span.children)),
  );

/** Returns the milliseconds in which a run, or the blocks in a container, did nothing but wait. */
export const waitedMs = (spans: readonly TraceSpan[]): number =>
  waitingIntervals(spans).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

const between = ({ startTime, endTime }: NonNullable<TraceSpan['waited']>): TimeInterval => ({
  startMs: Date.parse(startTime),
  endMs: Date.parse(endTime),
});

function intervalOf({ startTime, durationMs }: TraceSpan): TimeInterval {
  const startMs = Date.parse(startTime);
  return { startMs, endMs: startMs + durationMs };
}

/** Sorts intervals and joins those that touch each other. */
function joined(intervals: readonly TimeInterval[]): TimeInterval[] {
  const sorted = [...intervals].sort((a, b) => a.startMs - b.startMs);
  const found: TimeInterval[] = [];
  for (const { startMs, endMs } of sorted) {
    const last = found.at(-1);
    if (last === undefined || startMs > last.endMs) found.push({ startMs, endMs });
    else last.endMs = Math.max(last.endMs, endMs);
  }
  return found;
}

/** Returns the rest of intervals after others are taken out; both as `joined` returns them. */
function without(intervals: readonly TimeInterval[], taken: readonly TimeInterval[]): TimeInterval[] {
  const left: TimeInterval[] = [];
  let next = 0;
  for (const { startMs, endMs } of intervals) {
    let fromMs = startMs;
    while (next < taken.length && taken[next]!.endMs <= fromMs) next += 1;
    for (let at = next; at < taken.length && taken[at]!.startMs < endMs; at += 1) {
      if (taken[at]!.startMs > fromMs) left.push({ startMs: fromMs, endMs: taken[at]!.startMs });
      fromMs = Math.max(fromMs, taken[at]!.endMs);
    }
    if (fromMs < endMs) left.push({ startMs: fromMs, endMs });
  }
  return left;
}
