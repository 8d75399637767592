'use client';

import { useQuery } from '@tanstack/react-query';
import { ChartColumn, X } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { type RefObject, useEffect, useRef } from 'react';
import { CopyQueryMenu } from '@/components/logs/copy-query-menu';
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
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { serverNow } from '@/lib/platform/http/server-clock';
import type { Overview } from '@/lib/services/overview/schema';
import { OverviewCards } from './overview-cards';
import { OverviewCharts } from './overview-charts';
import {
  type Narrowing,
  OVERVIEW_RANGES,
  type OverviewChoice,
  overviewQuery,
  overviewSnippets,
  readChoice,
  usageQuery,
  usedThing,
  withChoice,
} from './overview-query';
import { OverviewTables } from './overview-tables';
import { UpstreamChanges } from './upstream-changes';
import { HostUsage, ModelUsage } from './usage-view';

/** The recent runs of a workspace: their number, success, duration and cost, and what stands out. */
export function OverviewPage() {
  const { id } = useWorkspace();
  const choice = readChoice(useSearchParams());
  const used = usedThing(choice);
  const hasNarrowed = useRef(false);
  const narrow = (change: Narrowing): void => {
    hasNarrowed.current = Boolean(change.model || change.host);
    showSearch(withChoice(window.location.search, change), 'push');
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Overview"
        actions={
          <CopyQueryMenu snippets={() => overviewSnippets(window.location.origin, id, choice, serverNow())} />
        }
      />
      <Choice choice={choice} hasNarrowed={hasNarrowed} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        {used === null ? (
          <Everything choice={choice} onNarrow={narrow} />
        ) : (
          <OneUsed key={`${used.kind} ${used.key}`} kind={used.kind} choice={choice} onNarrow={narrow} />
        )}
      </div>
    </div>
  );
}

interface ViewProps {
  choice: OverviewChoice;
  onNarrow: (change: Narrowing) => void;
}

function Everything({ choice, onNarrow }: ViewProps) {
  const { id } = useWorkspace();
  const overview = useQuery(overviewQuery(id, choice));
  if (overview.isPending) return <Loading />;
  if (!overview.data) return <LoadFailure error={overview.error} onRetry={() => overview.refetch()} />;
  return (
    <div className={overview.isPlaceholderData ? 'opacity-60' : ''}>
      <Content {...overview.data} choice={choice} onNarrow={onNarrow} />
    </div>
  );
}

function OneUsed({ kind, choice, onNarrow }: ViewProps & { kind: 'model' | 'host' }) {
  const { id } = useWorkspace();
  const usage = useQuery(usageQuery(id, choice));
  if (usage.isPending) return <Loading />;
  if (!usage.data) return <LoadFailure error={usage.error} onRetry={() => usage.refetch()} />;
  const View = kind === 'model' ? ModelUsage : HostUsage;
  return (
    <div className={usage.isPlaceholderData ? 'opacity-60' : ''}>
      <View usage={usage.data.data} choice={choice} onNarrow={onNarrow} />
      <PendingRuns count={usage.data.pendingRuns} of="Models and servers" />
    </div>
  );
}

interface ChoiceProps {
  choice: OverviewChoice;
  /** True if a name on the page set the model or server filter, which then takes the focus. */
  hasNarrowed: RefObject<boolean>;
}

const TRIGGER_OPTIONS = TRIGGERS.map((value) => ({ value, label: triggerDescriptions[value].label }));

function Choice({ choice, hasNarrowed }: ChoiceProps) {
  const { id } = useWorkspace();
  const { range, workflowIds, triggers } = choice;
  const workflows = useQuery(workflowsQuery(id));
  const used = usedThing(choice);
  const bar = useRef<HTMLElement>(null);
  const change = (narrowing: Narrowing): void =>
    showSearch(withChoice(window.location.search, narrowing), 'replace');
  return (
    <search
      ref={bar}
      tabIndex={-1}
      aria-label="Overview of"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 outline-none md:px-6"
    >
      <Segmented
        aria-label="Time range"
        value={range}
        options={OVERVIEW_RANGES.map(({ id: value, label, title }) => ({ value, label, title }))}
        onValueChange={(value) => change({ range: value })}
      />
      <ManyFilter
        label="Workflow"
        options={(workflows.data ?? []).map((workflow) => ({ value: workflow.id, label: workflow.name }))}
        chosen={splitList(workflowIds)}
        onToggle={(value) => change({ workflowIds: toggleInList(workflowIds, value) })}
        onClear={() => change({ workflowIds: '' })}
      />
      {used === null ? (
        <ManyFilter
          label="Trigger"
          options={TRIGGER_OPTIONS}
          chosen={splitList(triggers)}
          onToggle={(value) => change({ triggers: toggleInList(triggers, value) })}
          onClear={() => change({ triggers: '' })}
        />
      ) : (
        <UsedFilter
          key={`${used.kind} ${used.key}`}
          text={`${used.kind === 'model' ? 'Model' : 'Server'}: ${used.key}`}
          hasNarrowed={hasNarrowed}
          onClear={() => {
            bar.current?.focus();
            change({ model: '', host: '' });
          }}
        />
      )}
    </search>
  );
}

interface UsedFilterProps {
  text: string;
  hasNarrowed: RefObject<boolean>;
  onClear: () => void;
}

/** The model or server filter. It takes over the focus of the clicked name. */
function UsedFilter({ text, hasNarrowed, onClear }: UsedFilterProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasNarrowed.current) button.current?.focus();
    hasNarrowed.current = false;
  }, [hasNarrowed]);
  return (
    <Button
      ref={button}
      className="border-accent-solid/50 bg-accent-soft"
      aria-label={`${text}. Show everything`}
      onClick={onClear}
    >
      <span className="max-w-60 truncate">{text}</span>
      <X className="size-3.5! text-faint" aria-hidden />
    </Button>
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
  onNarrow: (change: Narrowing) => void;
}

function Content({ data, exact, pendingRuns, choice, onNarrow }: ContentProps) {
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
      <OverviewCharts overview={data} choice={choice} />
      {choice.triggers === '' ? <UpstreamChanges workflowIds={splitList(choice.workflowIds)} /> : null}
      <OverviewTables overview={data} choice={choice} onNarrow={onNarrow} />
      {data.models === null ? (
        <p className="text-muted text-sm">
          Servers, AI models, blocks and upstream changes are not kept by trigger. They are shown for all
          triggers together.
        </p>
      ) : (
        <PendingRuns count={pendingRuns} of="Models, servers and blocks" />
      )}
    </div>
  );
}

/** `of`: the data that these runs do not have yet. */
function PendingRuns({ count, of }: { count: number; of: string }) {
  if (count === 0) return null;
  return (
    <p className="mt-6 text-faint text-xs">
      {of} of {countOf(count, 'run')} are not counted yet.
    </p>
  );
}
