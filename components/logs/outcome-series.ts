import type { BarSeries } from '@/components/ui/bar-chart';
import type { HistogramBucket } from '@/lib/services/overview/schema';

type Outcomes = Pick<HistogramBucket, 'info' | 'warning' | 'error' | 'cancelled'>;

interface OutcomeSeries extends BarSeries {
  /** True if it is shown even without such runs. */
  isAlways: boolean;
  countIn: (outcomes: Outcomes) => number;
}

/** In their order from the bottom of a bar. */
const SERIES: readonly OutcomeSeries[] = [
  {
    key: 'error',
    label: 'Errors',
    fill: 'fill-danger-solid',
    isAlways: true,
    countIn: ({ error }) => error,
  },
  {
    key: 'warning',
    label: 'With warnings',
    fill: 'fill-warning-solid',
    isAlways: false,
    countIn: ({ warning }) => warning,
  },
  {
    key: 'info',
    label: 'Success',
    fill: 'fill-success-solid',
    isAlways: true,
    countIn: ({ info, warning }) => info - warning,
  },
  {
    key: 'cancelled',
    label: 'Cancelled',
    fill: 'fill-faint',
    isAlways: false,
    countIn: ({ cancelled }) => cancelled,
  },
];

/** Returns runs by outcome as the series of a chart and the values of its bars. */
export function outcomeSeries(buckets: readonly Outcomes[]): {
  series: readonly BarSeries[];
  valuesOf: (outcomes: Outcomes) => number[];
} {
  const series = SERIES.filter(
    ({ isAlways, countIn }) => isAlways || buckets.some((bucket) => countIn(bucket) > 0),
  );
  return { series, valuesOf: (outcomes) => series.map(({ countIn }) => countIn(outcomes)) };
}

interface Buckets {
  buckets: ReadonlyArray<{ start: string }>;
  bucketMs: number;
}

/** Returns the number of runs that started in each bucket. */
export function countByBucket({ buckets, bucketMs }: Buckets, runs: ReadonlyArray<{ startedAt: string }>) {
  const counts = buckets.map(() => 0);
  const fromMs = Date.parse(buckets[0]?.start ?? '');
  for (const { startedAt } of runs) {
    const index = Math.floor((Date.parse(startedAt) - fromMs) / bucketMs);
    const before = counts[index];
    if (before !== undefined) counts[index] = before + 1;
  }
  return counts;
}
