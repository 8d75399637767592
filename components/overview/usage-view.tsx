'use client';

import { ChartColumn } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useWorkspace } from '@/components/page/workspace-context';
import type { BarSeries } from '@/components/ui/bar-chart';
import type { Column } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf, formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { UsageOverview } from '@/lib/services/overview/schema';
import { Cards } from './overview-cards';
import { Chart, COSTS, OUTCOMES, RATES } from './overview-charts';
import { List } from './overview-list';
import type { Narrowing, OverviewChoice } from './overview-query';
import { formatDurationOrNone, formatRate, LINK, logsWithin } from './overview-words';
import { spanOf, useBars } from './use-bars';

const RUNS: readonly BarSeries[] = [{ key: 'runs', label: 'Runs', fill: 'fill-running-solid' }];
const AVERAGES: readonly BarSeries[] = [{ key: 'average', label: 'Average', fill: 'fill-running-solid' }];

export interface UsageViewProps {
  usage: UsageOverview;
  choice: OverviewChoice;
  onNarrow: (change: Narrowing) => void;
}

type Row = UsageOverview['workflows'][number];

/** The overview of one AI model: runs, costs and tokens. */
export function ModelUsage({ usage, choice, onNarrow }: UsageViewProps) {
  const { id } = useWorkspace();
  const router = useRouter();
  const { bars, ends } = useBars(usage);
  const { count, costUsd, promptTokens, completionTokens } = usage.totals;
  if (count === 0) return <Unused title="No runs used this model in this range" />;
  return (
    <div className="flex flex-col gap-6">
      <Notice title="Runs, costs and tokens only">
        Errors and durations are not kept by model.{' '}
        <Link href={logsWithin(id, usage, choice)} className="underline underline-offset-2">
          Its runs in the logs
        </Link>{' '}
        have both.
      </Notice>
      <Cards
        cards={[
          { label: 'Runs', value: formatCount(count), note: 'used this model' },
          {
            label: 'Cost',
            value: formatUsd(costUsd ?? 0),
            note: `${formatUsd((costUsd ?? 0) / count)} per run`,
          },
          { label: 'Input tokens', value: formatCount(promptTokens ?? 0), note: '' },
          { label: 'Output tokens', value: formatCount(completionTokens ?? 0), note: '' },
        ]}
      />
      <div className="grid gap-6 xl:grid-cols-2">
        <Chart
          label="Runs over time"
          heightPx={120}
          series={RUNS}
          bars={bars((one) => [one.count])}
          format={formatCount}
          unit="count"
          caption={`${countOf(count, 'run')} · choose a part to see its logs`}
          onChoose={(first, last) => router.push(logsWithin(id, spanOf(usage, first, last), choice))}
          ends={ends}
        />
        <Chart
          label="Cost over time"
          heightPx={120}
          series={COSTS}
          bars={bars((one) => [one.costUsd])}
          format={formatUsd}
          caption="Cost of this model"
          ends={ends}
        />
      </div>
      <Workflows
        rows={usage.workflows}
        onNarrow={onNarrow}
        figures={[
          {
            title: 'Runs',
            cell: (row) => (
              <Link href={logsWithin(id, usage, choice, { workflowIds: row.workflowId })} className={LINK}>
                {formatCount(row.count)}
              </Link>
            ),
          },
          { title: 'Input tokens', cell: (row) => formatCount(row.promptTokens ?? 0) },
          { title: 'Output tokens', cell: (row) => formatCount(row.completionTokens ?? 0) },
          { title: 'Cost', cell: (row) => formatUsd(row.costUsd ?? 0) },
        ]}
      />
    </div>
  );
}

/** The overview of one server: requests, errors and durations. */
export function HostUsage({ usage, choice, onNarrow }: UsageViewProps) {
  const { id } = useWorkspace();
  const { bars, ends } = useBars(usage);
  const { count, errors, errorRate, averageMs } = usage.totals;
  if (count === 0) return <Unused title="No requests to this server in this range" />;
  const search = logsWithin(id, usage, choice, { q: choice.host });
  return (
    <div className="flex flex-col gap-6">
      <Notice title="Counted by request, each attempt">
        Costs, triggers, p50 and p95 are not kept by server.{' '}
        <Link href={search} className="underline underline-offset-2">
          Search the logs for it
        </Link>{' '}
        to see its runs.
      </Notice>
      <Cards
        cards={[
          {
            label: 'Requests',
            value: formatCount(count),
            note: `${formatCount(count - (errors ?? 0))} succeeded`,
          },
          { label: 'Error rate', value: formatRate(errorRate), note: countOf(errors ?? 0, 'error') },
          { label: 'Average duration', value: formatDurationOrNone(averageMs), note: 'of a request' },
        ]}
      />
      <Chart
        label="Requests over time"
        heightPx={120}
        series={OUTCOMES}
        bars={bars((one) => [one.errors, one.count - (one.errors ?? 0)])}
        format={formatCount}
        unit="count"
        caption={countOf(count, 'request')}
        ends={ends}
      />
      <div className="grid gap-6 xl:grid-cols-2">
        <Chart
          label="Error rate over time"
          heightPx={96}
          series={RATES}
          bars={bars((one) => [one.errorRate])}
          format={formatRate}
          caption={`Error rate: ${formatRate(errorRate)} in all`}
          ends={ends}
        />
        <Chart
          label="Average duration over time"
          heightPx={96}
          series={AVERAGES}
          bars={bars((one) => [one.averageMs])}
          format={formatDuration}
          unit="duration"
          caption="Average duration of a request"
          ends={ends}
        />
      </div>
      <Workflows
        rows={usage.workflows}
        onNarrow={onNarrow}
        figures={[
          { title: 'Requests', cell: (row) => formatCount(row.count) },
          { title: 'Errors', cell: (row) => formatCount(row.errors ?? 0) },
          { title: 'Error rate', cell: (row) => formatRate(row.errorRate) },
          { title: 'Average', cell: (row) => formatDurationOrNone(row.averageMs) },
        ]}
      />
    </div>
  );
}

interface WorkflowsProps {
  rows: readonly Row[];
  onNarrow: (change: Narrowing) => void;
  figures: readonly Column<Row>[];
}

/** The workflows that used it most; their names narrow the overview. */
function Workflows({ rows, onNarrow, figures }: WorkflowsProps) {
  const name = (row: Row) => (
    <button
      type="button"
      className={`max-w-full truncate ${LINK}`}
      onClick={() => onNarrow({ workflowIds: row.workflowId })}
    >
      {row.name ?? 'Deleted workflow'}
    </button>
  );
  return (
    <List
      title="Workflows"
      rows={rows}
      keyOf={({ workflowId }) => workflowId}
      columns={[{ title: 'Workflow', cell: name }, ...figures]}
    />
  );
}

const Unused = ({ title }: { title: string }) => (
  <EmptyState icon={ChartColumn} title={title}>
    Choose a longer time range or more workflows.
  </EmptyState>
);
