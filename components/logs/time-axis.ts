/** Milliseconds since the run's start. */
export interface Interval {
  fromMs: number;
  toMs: number;
}

interface Segment extends Interval {
  /** The position on the axis, as shares of its whole length. */
  from: number;
  to: number;
}

/** The time of a run from left (0) to right (1); long idle stretches are shortened. */
export interface TimeAxis {
  gaps: readonly Segment[];
  segments: readonly Segment[];
}

/** The visible part of the axis, as shares of it. */
export interface AxisView {
  from: number;
  to: number;
}

export const WHOLE_VIEW: AxisView = { from: 0, to: 1 };

/** The shortest idle stretch that is shortened. */
const MIN_GAP_MS = 2_000;
/** The shortest idle stretch that is shortened, as a share of the busy time. */
const MIN_GAP_SHARE = 0.3;
/** The drawn length of a shortened stretch, as a share of the rest. */
const GAP_DRAWN_SHARE = 0.06;
/** The maximum zoom factor. */
const MAX_ZOOM = 2_000;

/** @param work the busy intervals; may overlap, in any order */
export function timeAxis(totalMs: number, work: readonly Interval[]): TimeAxis {
  const gapsMs = gapsBetween(totalMs, work);
  const idleMs = gapsMs.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const busyMs = totalMs - idleMs;
  const long = gapsMs.filter(
    ({ fromMs, toMs }) => toMs - fromMs >= Math.max(MIN_GAP_MS, MIN_GAP_SHARE * busyMs),
  );
  const fullMs = totalMs - long.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const gapLength = Math.max(1, fullMs * GAP_DRAWN_SHARE);
  const length = Math.max(1, fullMs + long.length * gapLength);
  const segments: Segment[] = [];
  const gaps: Segment[] = [];
  let [atMs, at] = [0, 0];
  const add = (toMs: number, drawn: number): Segment => {
    const segment = { fromMs: atMs, toMs, from: at, to: at + drawn / length };
    segments.push(segment);
    atMs = toMs;
    at = segment.to;
    return segment;
  };
  for (const { fromMs, toMs } of long) {
    if (fromMs > atMs) add(fromMs, fromMs - atMs);
    gaps.push(add(toMs, gapLength));
  }
  if (totalMs > atMs || segments.length === 0) add(totalMs, Math.max(1, totalMs - atMs));
  return { gaps, segments };
}

function gapsBetween(totalMs: number, work: readonly Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let doneMs = 0;
  for (const { fromMs, toMs } of [...work].sort((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs > doneMs) gaps.push({ fromMs: doneMs, toMs: Math.min(fromMs, totalMs) });
    doneMs = Math.max(doneMs, toMs);
  }
  if (doneMs < totalMs) gaps.push({ fromMs: doneMs, toMs: totalMs });
  return gaps;
}

/** Returns the last segment that begins at or before the value. */
function segmentAt({ segments }: TimeAxis, value: number, begin: 'from' | 'fromMs'): Segment | undefined {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.[begin] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}

/** Returns a moment's position on the axis: 0 to 1. */
export function shareAt(axis: TimeAxis, ms: number): number {
  const segment = segmentAt(axis, ms, 'fromMs');
  if (segment === undefined) return 0;
  const { fromMs, toMs, from, to } = segment;
  const part = toMs === fromMs ? 0 : (ms - fromMs) / (toMs - fromMs);
  return from + Math.max(0, Math.min(1, part)) * (to - from);
}

/** Returns the moment at a position of the axis. */
export function msAt(axis: TimeAxis, share: number): number {
  const segment = segmentAt(axis, share, 'from');
  if (segment === undefined) return 0;
  const { fromMs, toMs, from, to } = segment;
  const part = to === from ? 0 : (share - from) / (to - from);
  return fromMs + Math.max(0, Math.min(1, part)) * (toMs - fromMs);
}

/** Zooms: `factor` above 1 shows less of the axis; `anchor` is the share of it that stays in place. */
export function zoomed({ from, to }: AxisView, factor: number, anchor = (from + to) / 2): AxisView {
  const length = Math.max(1 / MAX_ZOOM, Math.min(1, (to - from) / factor));
  const part = to === from ? 0.5 : (anchor - from) / (to - from);
  return moved({ from: anchor - part * length, to: anchor + (1 - part) * length }, 0);
}

/** Moves the view by a share of its length, within the ends of the axis. */
export function moved({ from, to }: AxisView, by: number): AxisView {
  const length = Math.min(1, to - from);
  const start = Math.max(0, Math.min(1 - length, from + by * length));
  return { from: start, to: start + length };
}

const MIN_PERCENT = 0.6;

/** Returns an interval's position in percent of the view; null if it lies outside. */
export function placed(
  axis: TimeAxis,
  view: AxisView,
  { fromMs, toMs }: Interval,
): { leftPercent: number; widthPercent: number } | null {
  const length = view.to - view.from;
  const left = ((shareAt(axis, fromMs) - view.from) / length) * 100;
  const right = ((shareAt(axis, toMs) - view.from) / length) * 100;
  if (right < 0 || left > 100) return null;
  const [from, to] = [Math.max(0, left), Math.min(100, right)];
  const widthPercent = Math.min(100, Math.max(MIN_PERCENT, to - from));
  return { leftPercent: Math.min(from, 100 - widthPercent), widthPercent };
}
