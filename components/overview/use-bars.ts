import type { Bar } from '@/components/ui/bar-chart';
import { formatMinute } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { useNow } from '@/components/ui/relative-time';

interface Series<One> {
  series: readonly One[];
  from: string;
  to: string;
}

/** Returns the buckets of a series as bars of a chart, and the labels of its two ends. */
export function useBars<One extends { start: string }>({ series, from, to }: Series<One>) {
  const now = useNow();
  const timeZone = useTimeZone();
  const say = (instant: string) => formatMinute(Date.parse(instant), now, timeZone);
  const bars = (valuesOf: (one: One) => (number | null)[]): Bar[] =>
    series.map((one) => ({ key: one.start, label: say(one.start), values: valuesOf(one) }));
  return { bars, ends: [say(from), say(to)] as const };
}

/** Returns the range from the start of one bucket to the end of another, exclusive. */
export function spanOf(
  { series, bucketMs }: { series: ReadonlyArray<{ start: string }>; bucketMs: number },
  first: number,
  last: number,
): { from: string; to: string } {
  const endMs = Date.parse(series[last]!.start) + bucketMs;
  return { from: series[first]!.start, to: new Date(endMs).toISOString() };
}
