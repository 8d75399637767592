'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { outcomeSeries } from '@/components/logs/outcome-series';
import { useWorkspace } from '@/components/page/workspace-context';
import { BarChart, type BarSeries } from '@/components/ui/bar-chart';
import { cn } from '@/components/ui/class-names';
import { countOf, formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import type { Overview } from '@/lib/services/overview/schema';
import type { OverviewChoice } from './overview-query';
import { formatRate, logsWithin } from './overview-words';
import { spanOf, useBars } from './use-bars';

/** Series of a chart of requests. */
export const OUTCOMES: readonly BarSeries[] = [
  { key: 'error', label: 'Errors', fill: 'fill-danger-solid' },
  { key: 'info', label: 'Success', fill: 'fill-success-solid' },
];
export const RATES: readonly BarSeries[] = [{ key: 'rate', label: 'Error rate', fill: 'fill-danger-solid' }];
/** The larger one comes first and is drawn behind. */
const DURATIONS: readonly BarSeries[] = [
  { key: 'p95', label: 'p95', fill: 'fill-running-solid/40' },
  { key: 'p50', label: 'p50', fill: 'fill-running-solid' },
];
const WAITS: readonly BarSeries[] = [
  { key: 'p95', label: 'p95', fill: 'fill-line-strong' },
  { key: 'p50', label: 'p50', fill: 'fill-faint' },
];
export const COSTS: readonly BarSeries[] = [{ key: 'cost', label: 'Cost', fill: 'fill-accent-solid' }];

/** Runs, error rate, durations and costs over time. Selecting a part of the runs opens its logs. */
export function OverviewCharts({ overview, choice }: { overview: Overview; choice: OverviewChoice }) {
  const { id } = useWorkspace();
  const router = useRouter();
  const { totals } = overview;
  const { bars, ends } = useBars(overview);
  const outcomes = outcomeSeries(overview.series);
  const showLogs = (first: number, last: number): void =>
    router.push(logsWithin(id, spanOf(overview, first, last), choice));
  return (
    <>
      <Chart
        label="Runs over time"
        heightPx={120}
        series={outcomes.series}
        bars={bars(outcomes.valuesOf)}
        format={formatCount}
        unit="count"
        caption={`${countOf(totals.runs, 'run')} · choose a part to see its logs`}
        onChoose={showLogs}
        ends={ends}
      />
      <div
        className={cn(
          'grid gap-6',
          totals.waiting.runs === 0 ? 'xl:grid-cols-3' : 'md:grid-cols-2 2xl:grid-cols-4',
        )}
      >
        <Chart
          label="Error rate over time"
          heightPx={96}
          series={RATES}
          bars={bars(({ info, error, cancelled }) => [rateOf(error, info + error + cancelled)])}
          format={formatRate}
          caption={`Error rate: ${formatRate(totals.errorRate)} in all`}
          ends={ends}
        />
        <Chart
          label="Duration over time"
          heightPx={96}
          series={DURATIONS}
          isLayered
          bars={bars(({ p50Ms, p95Ms }) => [p95Ms, p50Ms])}
          format={formatDuration}
          unit="duration"
          caption={
            totals.waiting.runs === 0 ? 'p50 and p95 duration' : 'p50 and p95 working time, without waits'
          }
          ends={ends}
        />
        {totals.waiting.runs === 0 ? null : (
          <Chart
            label="Waiting over time"
            heightPx={96}
            series={WAITS}
            isLayered
            bars={bars(({ waiting }) => [waiting.p95Ms, waiting.p50Ms])}
            format={formatDuration}
            unit="duration"
            caption={`p50 and p95 of the waits of ${countOf(totals.waiting.runs, 'run')}`}
            ends={ends}
          />
        )}
        <Chart
          label="Cost over time"
          heightPx={96}
          series={COSTS}
          bars={bars(({ costUsd }) => [costUsd])}
          format={formatUsd}
          caption={totals.costUsd > 0 ? 'Cost of AI models' : 'No AI model costs in this range'}
          ends={ends}
        />
      </div>
    </>
  );
}

const rateOf = (errors: number, runs: number): number | null => (runs === 0 ? null : errors / runs);

/** A chart in its own box. */
export function Chart(props: ComponentProps<typeof BarChart>) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <BarChart {...props} />
    </div>
  );
}
