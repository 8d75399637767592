/** The ratio of each bucket's upper end to the previous one. */
const RATIO = 1.1;

/** The trigger in sums of durations over all triggers. */
export const ALL_TRIGGERS = '';

/** The bucket of a duration: 0 up to 1 ms, b over RATIO^(b-1) up to RATIO^b ms. */
export const bucketInSql = (ms: string): string =>
  `(CASE WHEN ${ms} <= 1 THEN 0 ELSE ceil(ln(${ms}::float8) / ln(${RATIO}::float8)) END)::smallint`;

/** The kind of a duration: the time in which a run worked, or the time in which it waited, if it did. */
export type DurationKind = 'working' | 'waiting';

/** `k (kind, ms)`: the durations of a log, one of each kind it has. */
export const DURATION_KINDS = (log: string): string =>
  `(SELECT * FROM (VALUES ('working', ${log}.duration_ms - ${log}.waited_ms), ('waiting', ${log}.waited_ms))
    AS v (kind, ms) WHERE kind = 'working' OR ms > 0) AS k`;

export interface DurationBucket {
  bucket: number;
  n: number;
}

/**
 * Returns the duration in ms that this share of runs (0 to 1) does not exceed, within 5 % above 1 ms: the
 * value in a bucket with equal relative distance to both ends. Null for no runs.
 */
export function percentile(buckets: readonly DurationBucket[], share: number): number | null {
  const sorted = [...buckets].sort((a, b) => a.bucket - b.bucket);
  const total = sorted.reduce((sum, { n }) => sum + n, 0);
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * share));
  for (const { bucket, n } of sorted) {
    left -= n;
    if (left <= 0) return valueIn(bucket);
  }
  return valueIn(sorted.at(-1)!.bucket);
}

const valueIn = (bucket: number): number =>
  bucket === 0 ? 1 : Math.round(((2 * RATIO ** bucket) / (RATIO + 1)) * 10) / 10;
