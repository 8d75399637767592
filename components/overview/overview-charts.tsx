'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { BarChart, type BarSeries } from '@/components/ui/bar-chart';
import { countOf, formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { formatMinute } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { useNow } from '@/components/ui/relative-time';
import type { Overview } from '@/lib/services/overview/schema';

const OUTCOMES: readonly BarSeries[] = [
  { key: 'error', label: 'Errors', fill: 'fill-danger-solid' },
  { key: 'info', label: 'Success', fill: 'fill-success-solid' },
];
const DURATIONS: readonly BarSeries[] = [{ key: 'p95', label: '95% within', fill: 'fill-running-solid' }];
const COSTS: readonly BarSeries[] = [{ key: 'cost', label: 'Cost', fill: 'fill-accent-solid' }];

/** Runs, durations and costs over time. A part of the runs that is chosen opens its logs. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const { id } = useWorkspace();
  const router = useRouter();
  const now = useNow();
  const timeZone = useTimeZone();
  const { series, bucketMs, totals, to } = overview;
  const say = (instant: string) => formatMinute(Date.parse(instant), now, timeZone);
  const bars = (valuesOf: (one: Overview['series'][number]) => number[]) =>
    series.map((one) => ({ key: one.start, label: say(one.start), values: valuesOf(one) }));
  const ends = [say(overview.from), say(to)] as const;
  const showLogs = (first: number, last: number): void => {
    const endDate = new Date(Date.parse(series[last]!.start) + bucketMs - 1).toISOString();
    router.push(`${logsPath(id)}?${new URLSearchParams({ startDate: series[first]!.start, endDate })}`);
  };
  return (
    <>
      <Panel>
        <BarChart
          label="Runs over time"
          heightPx={120}
          series={OUTCOMES}
          bars={bars(({ info, error }) => [error, info])}
          format={formatCount}
          caption={`${countOf(totals.runs, 'run')} · choose a part to see its logs`}
          onChoose={showLogs}
          ends={ends}
        />
      </Panel>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel>
          <BarChart
            label="Duration over time"
            heightPx={96}
            series={DURATIONS}
            bars={bars(({ p95Ms }) => [p95Ms ?? 0])}
            format={formatDuration}
            caption="Duration: 95% of runs within"
            ends={ends}
          />
        </Panel>
        <Panel>
          <BarChart
            label="Cost over time"
            heightPx={96}
            series={COSTS}
            bars={bars(({ costUsd }) => [costUsd])}
            format={formatUsd}
            caption={totals.costUsd > 0 ? 'Cost of AI models' : 'No AI model cost anything in this range'}
            ends={ends}
          />
        </Panel>
      </div>
    </>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">{children}</div>;
}
