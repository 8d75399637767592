const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
/** Weeks begin on a Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const STEPS_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  WEEK_MS,
  2 * WEEK_MS,
  4 * WEEK_MS,
  13 * WEEK_MS,
  52 * WEEK_MS,
];

export interface Bucketing {
  /** Start of the first bucket. */
  originMs: number;
  bucketMs: number;
  count: number;
}

const originOf = (stepMs: number): number => (stepMs % WEEK_MS === 0 ? FIRST_MONDAY_MS : 0);

/** Returns the start of the step that contains a time. */
const floorTo = (ms: number, stepMs: number): number =>
  Math.floor((ms - originOf(stepMs)) / stepMs) * stepMs + originOf(stepMs);

/**
 * Returns the narrowest buckets of which at most `most` cover the range; they begin at multiples of their
 * width since 1970, weekly ones on a Monday.
 */
export function bucketing(fromMs: number, toMs: number, most: number, leastMs = SECOND_MS): Bucketing {
  let bucketMs = STEPS_MS.find((stepMs) => stepMs >= leastMs && countOf(fromMs, toMs, stepMs) <= most);
  for (bucketMs ??= STEPS_MS.at(-1)!; countOf(fromMs, toMs, bucketMs) > most; ) bucketMs *= 2;
  return {
    originMs: floorTo(fromMs, bucketMs),
    bucketMs,
    count: countOf(fromMs, toMs, bucketMs),
  };
}

const countOf = (fromMs: number, toMs: number, stepMs: number): number =>
  (floorTo(toMs, stepMs) - floorTo(fromMs, stepMs)) / stepMs + 1;

export const startsOf = ({ originMs, bucketMs, count }: Bucketing): number[] =>
  Array.from({ length: count }, (_, index) => originMs + index * bucketMs);

/** A part of a range and its source: sums of this grain, or (`log`) the logs themselves. */
export interface Segment {
  from: 'week' | 'day' | 'hour' | 'log';
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

const GRAINS = [
  { from: 'week', ms: WEEK_MS },
  { from: 'day', ms: DAY_MS },
  { from: 'hour', ms: HOUR_MS },
] as const;

/**
 * Returns the parts of a range, its end exclusive: whole weeks, days and hours if the buckets are wide
 * enough, the logs at its edges.
 */
export function segmentsOf(startMs: number, endMs: number, bucketMs: number): Segment[] {
  return fill(
    startMs,
    endMs,
    GRAINS.filter(({ ms }) => bucketMs % ms === 0),
  );
}

/** Fills the middle with the widest grain, and both sides with narrower ones. */
function fill(startMs: number, endMs: number, grains: ReadonlyArray<(typeof GRAINS)[number]>): Segment[] {
  if (startMs >= endMs) return [];
  const [grain, ...narrower] = grains;
  if (grain === undefined) return [{ from: 'log', startMs, endMs }];
  const firstMs = floorTo(startMs + grain.ms - 1, grain.ms);
  const lastMs = floorTo(endMs, grain.ms);
  if (firstMs >= lastMs) return fill(startMs, endMs, narrower);
  return [
    ...fill(startMs, firstMs, narrower),
    { from: grain.from, startMs: firstMs, endMs: lastMs },
    ...fill(lastMs, endMs, narrower),
  ];
}
