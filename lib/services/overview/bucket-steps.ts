const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const STEPS_MS = [
  ...[SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS],
  ...[MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
  ...[DAY_MS, 2 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS, 365 * DAY_MS],
];

export interface Bucketing {
  /** Start of the first bucket. */
  originMs: number;
  bucketMs: number;
  count: number;
}

/** The narrowest buckets, at whole multiples of their width since 1970, of which `most` hold the range. */
export function bucketing(fromMs: number, toMs: number, most: number, leastMs = SECOND_MS): Bucketing {
  let bucketMs = STEPS_MS.find((stepMs) => stepMs >= leastMs && countOf(fromMs, toMs, stepMs) <= most);
  for (bucketMs ??= STEPS_MS.at(-1)!; countOf(fromMs, toMs, bucketMs) > most; ) bucketMs *= 2;
  return {
    originMs: Math.floor(fromMs / bucketMs) * bucketMs,
    bucketMs,
    count: countOf(fromMs, toMs, bucketMs),
  };
}

const countOf = (fromMs: number, toMs: number, stepMs: number): number =>
  Math.floor(toMs / stepMs) - Math.floor(fromMs / stepMs) + 1;

export const startsOf = ({ originMs, bucketMs, count }: Bucketing): number[] =>
  Array.from({ length: count }, (_, index) => originMs + index * bucketMs);

/** Where a part of a range is read: in the sums by day or hour, or (`log`) in the logs themselves. */
export interface Segment {
  from: 'day' | 'hour' | 'log';
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/**
 * Parts of a range, its end exclusive: whole days and hours where buckets are wide enough for them, the logs
 * at its edges.
 */
export function segmentsOf(startMs: number, endMs: number, bucketMs: number): Segment[] {
  const hours = bucketMs % HOUR_MS === 0 ? within(startMs, endMs, HOUR_MS) : null;
  if (hours === null) return [{ from: 'log', startMs, endMs }];
  const days = bucketMs % DAY_MS === 0 ? within(...hours, DAY_MS) : null;
  return [
    { from: 'log' as const, startMs, endMs: hours[0] },
    ...(days === null
      ? [{ from: 'hour' as const, startMs: hours[0], endMs: hours[1] }]
      : [
          { from: 'hour' as const, startMs: hours[0], endMs: days[0] },
          { from: 'day' as const, startMs: days[0], endMs: days[1] },
          { from: 'hour' as const, startMs: days[1], endMs: hours[1] },
        ]),
    { from: 'log' as const, startMs: hours[1], endMs },
  ].filter((segment) => segment.startMs < segment.endMs);
}

/** The whole units in a range; null when there is none. */
function within(startMs: number, endMs: number, unitMs: number): [number, number] | null {
  const [first, end] = [Math.ceil(startMs / unitMs) * unitMs, Math.floor(endMs / unitMs) * unitMs];
  return first < end ? [first, end] : null;
}
