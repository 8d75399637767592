'use client';

import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { splitList, toggleInList } from '@/components/logs/log-filters';
import { ManyFilter } from '@/components/logs/many-filter';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { workspacePath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { showSearch } from '@/components/ui/show-search';
import { Skeleton } from '@/components/ui/skeleton';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import type { Overview } from '@/lib/services/overview/schema';
import { OverviewCards } from './overview-cards';
import { OverviewCharts } from './overview-charts';
import { OVERVIEW_RANGES, type OverviewChoice, overviewQuery, readChoice } from './overview-query';
import { OverviewTables } from './overview-tables';
import { UpstreamChanges } from './upstream-changes';

/** What ran in a workspace lately: how much, how well, how fast, at what cost, and what stands out. */
export function OverviewPage() {
  const { id } = useWorkspace();
  const choice = readChoice(useSearchParams());
  const overview = useQuery(overviewQuery(id, choice));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Overview" />
      <Choice choice={choice} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        {overview.isError && !overview.data ? (
          <LoadFailure error={overview.error} onRetry={() => overview.refetch()} />
        ) : null}
        {overview.isPending ? <Loading /> : null}
        {overview.data ? (
          <div className={overview.isPlaceholderData ? 'opacity-60' : ''}>
            <Content {...overview.data} choice={choice} />
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Choice({ choice: { range, workflowIds } }: { choice: OverviewChoice }) {
  const { id } = useWorkspace();
  const workflows = useQuery(workflowsQuery(id));
  const change = (name: string, value: string): void => {
    const params = new URLSearchParams(window.location.search);
    if (value) params.set(name, value);
    else params.delete(name);
    showSearch(params.toString(), 'replace');
  };
  return (
    <search
      aria-label="Overview of"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6"
    >
      <Segmented
        aria-label="Time range"
        value={range}
        options={OVERVIEW_RANGES.map(({ id: value, label, title }) => ({ value, label, title }))}
        onValueChange={(value) => change('range', value)}
      />
      <ManyFilter
        label="Workflow"
        options={(workflows.data ?? []).map((workflow) => ({ value: workflow.id, label: workflow.name }))}
        chosen={splitList(workflowIds)}
        onToggle={(value) => change('workflowIds', toggleInList(workflowIds, value))}
        onClear={() => change('workflowIds', '')}
      />
    </search>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading…</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['runs', 'errors', 'duration', 'cost'].map((key) => (
          <Skeleton key={key} className="h-20" />
        ))}
      </div>
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}

interface ContentProps {
  data: Overview;
  exact: boolean;
  pendingRuns: number;
  choice: OverviewChoice;
}

function Content({ data, exact, pendingRuns, choice }: ContentProps) {
  const { id } = useWorkspace();
  if (data.totals.runs === 0 && exact)
    return (
      <EmptyState
        icon={ChartColumn}
        title="No runs in this range"
        actions={
          <Button asChild>
            <Link href={workspacePath(id)}>Open a workflow</Link>
          </Button>
        }
      >
        Choose a longer time range, or run a workflow.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-6">
      {exact ? null : (
        <Notice tone="warning" title="Still counting">
          Older runs are still being added up. The figures grow until that is done.
        </Notice>
      )}
      <OverviewCards totals={data.totals} />
      <OverviewCharts overview={data} />
      <UpstreamChanges workflowIds={splitList(choice.workflowIds)} />
      <OverviewTables overview={data} choice={choice} />
      {pendingRuns > 0 ? (
        <p className="text-faint text-xs">
          Models, servers and blocks of {countOf(pendingRuns, 'run')} are not counted yet.
        </p>
      ) : null}
    </div>
  );
}
