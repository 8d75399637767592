'use client';

import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { BarChart } from '@/components/ui/bar-chart';
import { Button } from '@/components/ui/button';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { formatClock, formatMinute } from '@/components/ui/format-time';
import { LiveCount } from '@/components/ui/live-count';
import { useTimeZone } from '@/components/ui/page-time';
import { useNow } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { Histogram } from '@/lib/services/overview/schema';
import { histogramQuery } from './histogram-query';
import type { LogFilters } from './log-filters';
import { countByBucket, outcomeSeries } from './outcome-series';

const PLOT_HEIGHT_PX = 48;
const MINUTE_MS = 60_000;

export interface LogHistogramProps {
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
  /** The runs that a search has found; null if there is no search. */
  found: ReadonlyArray<{ startedAt: string }> | null;
}

/**
 * The start times of the runs that match the filters; a selected part becomes their time range. Matches of
 * a search are marked; the number of further matches is unknown.
 */
export const LogHistogram = memo(function LogHistogram({ filters, onChange, found }: LogHistogramProps) {
  const { id } = useWorkspace();
  const histogram = useQuery(histogramQuery(id, filters));
  const counts = histogram.data && countsOf(histogram.data.data);
  return (
    // Has the chart's height in every state, so that the list does not move.
    <div className="h-[104px] shrink-0 border-line border-b px-4 py-1 md:px-6">
      <LiveCount
        text={counts === undefined || histogram.isPlaceholderData ? null : `${counts.runs}, ${counts.errors}`}
        about={JSON.stringify(filters)}
      />
      {histogram.data ? (
        <div className={histogram.isPlaceholderData ? 'opacity-60' : ''}>
          <Chart
            data={histogram.data.data}
            found={found}
            onRange={(startDate, endDate) => onChange({ range: '', startDate, endDate })}
          />
        </div>
      ) : histogram.isError ? (
        <div className="flex h-full items-center gap-3 text-muted text-sm">
          Couldn’t count the runs.
          <Button size="sm" onClick={() => histogram.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" className="flex h-full flex-col justify-end gap-2 pb-4">
          <span className="sr-only">Counting runs…</span>
          <Skeleton className="h-12" />
        </div>
      )}
    </div>
  );
});

/** Sums the counts of the histogram. */
function countsOf({ buckets }: Histogram) {
  const total = buckets.reduce((sum, { info, error, cancelled }) => sum + info + error + cancelled, 0);
  const errors = buckets.reduce((sum, { error }) => sum + error, 0);
  return { total, runs: countOf(total, 'run'), errors: countOf(errors, 'error') };
}

interface ChartProps extends Pick<LogHistogramProps, 'found'> {
  data: Histogram;
  onRange: (startDate: string, endDate: string) => void;
}

function Chart({ data, found, onRange }: ChartProps) {
  const now = useNow();
  const timeZone = useTimeZone();
  const { buckets, bucketMs, countedFrom } = data;
  const say = (instant: string) =>
    (bucketMs < MINUTE_MS ? formatClock : formatMinute)(Date.parse(instant), now, timeZone);
  const { total, runs, errors } = countsOf(data);
  const { series, valuesOf } = outcomeSeries(buckets);
  const caption =
    total === 0 && countedFrom === null
      ? 'No runs in this range.'
      : `${runs} · ${errors}` +
        (countedFrom === null ? '' : ` since ${say(countedFrom)}; older ones are not counted`) +
        (found === null ? '' : ' with these filters; matches are underlined');
  const choose = (first: number, last: number): void => {
    const endMs = Date.parse(buckets[last]!.start) + bucketMs - 1;
    onRange(buckets[first]!.start, new Date(endMs).toISOString());
  };
  return (
    <BarChart
      label="Runs over time"
      heightPx={PLOT_HEIGHT_PX}
      series={series}
      bars={buckets.map((bucket) => ({
        key: bucket.start,
        label: say(bucket.start),
        values: valuesOf(bucket),
      }))}
      marks={found === null ? undefined : { label: 'Matches', counts: countByBucket(data, found) }}
      format={formatCount}
      unit="count"
      caption={caption}
      onChoose={choose}
      ends={[say(data.from), say(data.to)]}
    />
  );
}
