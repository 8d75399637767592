'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bug } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { splitList, toggleInList } from '@/components/logs/log-filters';
import { ManyFilter } from '@/components/logs/many-filter';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { errorsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf } from '@/components/ui/format-quantity';
import { LiveCount } from '@/components/ui/live-count';
import { Segmented } from '@/components/ui/segmented';
import { showSearch } from '@/components/ui/show-search';
import { SkeletonRows } from '@/components/ui/skeleton';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import type { ErrorGroupCounts } from '@/lib/services/error-groups/schema';
import {
  ERROR_TABS,
  type ErrorChoice,
  type ErrorTab,
  readErrorChoice,
  STATES_OF_TAB,
  withErrorChoice,
} from './error-choice';
import { errorGroupsQuery } from './error-queries';
import { ErrorRow } from './error-row';
import { countWords } from './group-words';

/** Loaded when a group is opened: the list does not need it. */
const ErrorPanel = dynamic(() => import('./error-panel').then((module) => module.ErrorPanel), { ssr: false });

const TITLES: Readonly<Record<ErrorTab, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  ignored: 'Ignored',
  all: 'All',
};

function changeChoice(part: Partial<ErrorChoice>): void {
  showSearch(withErrorChoice(window.location.search, part), 'replace');
}

/** Back closes the panel; going from one group to another adds no history entry. */
function openGroup(openId: string): void {
  const { search } = window.location;
  const wasOpen = readErrorChoice(new URLSearchParams(search)).openId !== '';
  showSearch(withErrorChoice(search, { openId }), wasOpen ? 'replace' : 'push');
}

/** The focus, which the panel had, goes back to the row of its error. */
function closePanel(): void {
  document.querySelector<HTMLElement>('a[data-error][aria-current]')?.focus();
  changeChoice({ openId: '', logId: '' });
}

/** The failures of the workspace by cause. */
export function ErrorsPage() {
  const { id, me } = useWorkspace();
  const search = useSearchParams();
  const { openId, ...filters } = readErrorChoice(search);
  const groups = useInfiniteQuery(errorGroupsQuery(id, me.id, filters));
  const rows = groups.data?.pages.flatMap((page) => page.data);
  const counts = groups.data?.pages[0]?.counts;
  const shownId = openId === '' && filters.logId !== '' ? (rows?.[0]?.id ?? '') : openId;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Errors" />
      <FilterBar filters={filters} counts={counts} />
      <LiveCount
        text={rows === undefined ? null : countOf(rows.length, 'error')}
        about={JSON.stringify(filters)}
      />
      <div className="flex min-h-0 flex-1">
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4 md:p-6">
          {groups.isPending ? <SkeletonRows rows={6} className="h-14" /> : null}
          {groups.isError && rows === undefined ? (
            <LoadFailure error={groups.error} onRetry={() => groups.refetch()} />
          ) : null}
          {rows?.length === 0 ? <Nothing filters={filters} /> : null}
          {rows !== undefined && rows.length > 0 ? (
            <ul aria-label="Errors" className="rounded-lg border border-line bg-surface">
              {rows.map((group) => (
                <ErrorRow
                  key={group.id}
                  group={group}
                  href={`${errorsPath(id)}?${withErrorChoice(search.toString(), { openId: group.id })}`}
                  isOpen={group.id === shownId}
                  onOpen={() => openGroup(group.id)}
                />
              ))}
            </ul>
          ) : null}
          {groups.hasNextPage ? (
            <div className="mt-4 flex justify-center">
              <Button busy={groups.isFetchingNextPage} onClick={() => groups.fetchNextPage()}>
                Show older
              </Button>
            </div>
          ) : null}
          <Pending runs={groups.data?.pages[0]?.pendingRuns ?? 0} />
        </div>
        {shownId === '' ? null : <ErrorPanel key={shownId} groupId={shownId} onClose={closePanel} />}
      </div>
    </div>
  );
}

type Filters = Omit<ErrorChoice, 'openId'>;

interface FilterBarProps {
  filters: Filters;
  counts: ErrorGroupCounts | undefined;
}

function FilterBar({ filters, counts }: FilterBarProps) {
  const { id } = useWorkspace();
  const { data: workflows = [] } = useQuery(workflowsQuery(id));
  const { tab, workflowIds, isMine, logId } = filters;
  return (
    <search
      aria-label="Filter errors"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6"
    >
      {logId === '' ? (
        <>
          <Segmented
            aria-label="State"
            value={tab}
            options={ERROR_TABS.map((value) => ({ value, label: <TabLabel tab={value} counts={counts} /> }))}
            onValueChange={(value) => changeChoice({ tab: value, openId: '' })}
          />
          <ManyFilter
            label="Workflow"
            options={workflows.map(({ id: value, name }) => ({ value, label: name }))}
            chosen={splitList(workflowIds)}
            onToggle={(value) => changeChoice({ workflowIds: toggleInList(workflowIds, value) })}
            onClear={() => changeChoice({ workflowIds: '' })}
          />
          <Button
            aria-pressed={isMine}
            className={isMine ? 'border-accent-solid/50 bg-accent-soft' : ''}
            onClick={() => changeChoice({ isMine: !isMine })}
          >
            Assigned to me
          </Button>
        </>
      ) : (
        <>
          <p className="text-sm">The error of one run</p>
          <Button size="sm" onClick={closePanel}>
            Show all errors
          </Button>
        </>
      )}
    </search>
  );
}

function TabLabel({ tab, counts }: { tab: ErrorTab; counts: ErrorGroupCounts | undefined }) {
  const states = STATES_OF_TAB[tab];
  if (counts === undefined || states === null) return TITLES[tab];
  return (
    <>
      {TITLES[tab]}
      <span className="tabular text-faint">{countWords(counts, states)}</span>
    </>
  );
}

/** Fewer runs than that are looked at within seconds. */
const WORTH_SAYING = 100;

function Pending({ runs }: { runs: number }) {
  if (runs < WORTH_SAYING) return null;
  return <p className="mt-3 text-muted text-xs">{countOf(runs, 'recent run')} will be added shortly.</p>;
}

function Nothing({ filters: { tab, workflowIds, isMine, logId } }: { filters: Filters }) {
  if (logId !== '')
    return (
      <EmptyState icon={Bug} title="This run’s error is not listed yet">
        Failed runs are added within seconds. Errors are deleted with the logs of their runs.
      </EmptyState>
    );
  const isFiltered = workflowIds !== '' || isMine;
  const words = isFiltered
    ? 'No error matches these filters.'
    : 'Failed runs with the same cause appear here as one error. Manual runs of drafts are left out.';
  return (
    <EmptyState
      icon={Bug}
      title={isFiltered ? 'No results' : tab === 'open' ? 'No open errors' : 'No errors here'}
      actions={
        isFiltered ? (
          <Button onClick={() => changeChoice({ workflowIds: '', isMine: false })}>Clear filters</Button>
        ) : null
      }
    >
      {words}
    </EmptyState>
  );
}
