'use client';

import { ArrowUpRight, ListChecks } from 'lucide-react';
import dynamic from 'next/dynamic';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { BulkButton } from '@/components/bulk/bulk-button';
import { ServerOutages } from '@/components/outages/server-outages';
import { PageHeader } from '@/components/page/page-header';
import { bulkPath, effectsPath } from '@/components/page/paths';
import { useOnline } from '@/components/page/use-online';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { serverNow } from '@/lib/platform/http/server-clock';
import type { Grouping } from '@/lib/services/overview/group-schema';
import { ColumnsMenu } from './columns-menu';
import { CopyQueryMenu } from './copy-query-menu';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { GroupTable } from './group-table';
import { type LogFilters, toApiQuery } from './log-filters';
import { LogHistogram } from './log-histogram';
import { LogList } from './log-list';
import { mayBeRunning } from './log-queries';
import { groupSnippets, listSnippets } from './log-snippet';
import { LogsState } from './logs-state';
import { OlderRunsNote } from './older-runs-note';
import { RunningExecutions } from './running-executions';
import { SearchProgress } from './search-progress';
import { valuesSeen } from './seen-values';
import { TickBar } from './tick-bar';
import { type TickedRun, withTick } from './ticked-runs';
import { useListStart } from './use-list-start';
import { useLogAddress } from './use-log-address';
import { useLogList } from './use-log-list';
import { ENOUGH_MATCHES, useLogSearch } from './use-log-search';
import { ViewsMenu } from './views-menu';

/** Loaded separately: it includes every kind of block, which the rows do not need. */
const LogPanel = dynamic(() => import('./log-panel').then((module) => module.LogPanel), { ssr: false });

/** All finished runs: filter, navigate by keyboard, read one in the panel. */
export function LogsPage() {
  const { id } = useWorkspace();
  const { filters, q, grouping, openId, setFilters, setView, clearFilters, open } = useLogAddress();
  const start = useListStart(openId, filters);
  const list = useLogList(id, start.filters, q === '' && grouping === null);
  const search = useLogSearch(id, filters, q);
  const { rows, pages } = q === '' ? list : search;
  const shownRows = useRef(rows);
  useEffect(() => {
    shownRows.current = rows;
  }, [rows]);
  const seen = useCallback(() => valuesSeen(shownRows.current), []);
  useEffect(() => start.settle(list.rows), [start.settle, list.rows]);
  const close = useCallback(() => open(null), [open]);
  const showTag = useCallback((tag: string) => setFilters({ tags: tag }), [setFilters]);
  const isOnline = useOnline();
  const [ticked, setTicked] = useState<readonly TickedRun[]>([]);
  const tick = useCallback((run: TickedRun) => setTicked((before) => withTick(before, run)), []);
  const isList = q === '' && grouping === null;
  const readOn = useCallback(() => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  }, [pages.hasNextPage, pages.isFetchingNextPage, pages.fetchNextPage]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <LogsHeader
        q={q}
        grouping={grouping}
        filters={isList ? start.filters : filters}
        isLive={isOnline && (q === '' ? list.isLive && isList && start.at === null : search.isLive)}
      />
      <FilterBar
        filters={filters}
        q={q}
        grouping={grouping}
        seen={seen}
        onView={setView}
        onChange={setFilters}
        onClear={clearFilters}
      />
      <LogHistogram filters={filters} onChange={setFilters} found={q === '' ? null : search.rows} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {grouping === null ? (
            <>
              {isList && start.at !== null ? <OlderRunsNote at={start.at} onLeave={start.leave} /> : null}
              {isList && start.at === null && mayBeRunning(filters) ? (
                <>
                  <ServerOutages />
                  <RunningExecutions filters={filters} />
                </>
              ) : null}
              {q !== '' && pages.data !== undefined ? (
                <SearchProgress
                  matches={rows.length}
                  searched={search.searched}
                  isSearching={pages.isFetching}
                  hasMore={pages.hasNextPage}
                  onSearchOn={readOn}
                />
              ) : null}
              <TickBar ticked={ticked} onClear={() => setTicked([])} />
              <LogsState pages={pages} filters={filters} q={q} rowCount={rows.length} onClear={clearFilters}>
                <LogList
                  rows={rows}
                  openId={openId}
                  onOpen={open}
                  onClose={close}
                  onEnd={readOn}
                  hasMore={pages.hasNextPage && (q === '' || rows.length >= ENOUGH_MATCHES)}
                  isReadingOn={pages.isFetchingNextPage}
                  ticked={ticked.map(({ id }) => id)}
                  onTick={tick}
                  onTag={showTag}
                  {...(q === '' ? {} : { endWords: pages.hasNextPage ? '' : 'No more matches.' })}
                />
              </LogsState>
            </>
          ) : (
            <GroupTable by={grouping} filters={filters} onOpen={setView} />
          )}
        </div>
        {openId ? <LogPanel key={openId} logId={openId} onClose={close} /> : null}
      </div>
    </div>
  );
}

interface LogsHeaderProps {
  /** The filters of the current view. */
  filters: LogFilters;
  q: string;
  grouping: Grouping | null;
  /** True if new runs are added to the list automatically. */
  isLive: boolean;
}

/** The tag that is filtered by; empty for several, or none. */
const oneTag = ({ tags = '' }: LogFilters): string => (tags.includes(',') ? '' : tags);

const NO_GROUPS = 'Groups can’t be exported. Show “List of runs” to export the runs themselves.';

const LogsHeader = memo(function LogsHeader({ filters, q, grouping, isLive }: LogsHeaderProps) {
  const { id } = useWorkspace();
  const refusal = grouping === null ? null : NO_GROUPS;
  return (
    <PageHeader
      title={
        <span className="flex items-center gap-2.5">
          Logs
          {isLive ? (
            <span className="flex items-center gap-1.5 font-normal text-faint text-xs">
              <span
                className="size-1.5 rounded-full bg-success-solid motion-safe:animate-breathe"
                aria-hidden
              />
              Live
            </span>
          ) : null}
        </span>
      }
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <ViewsMenu />
          {q === '' ? (
            <BulkButton target={() => ({ filter: { ...toApiQuery(filters, serverNow()) } })}>
              All that match…
            </BulkButton>
          ) : null}
          <Button asChild size="sm" variant="ghost">
            <Link href={bulkPath(id)} title="Bulk jobs">
              <ListChecks aria-hidden />
              <span className="max-md:sr-only">Bulk jobs</span>
            </Link>
          </Button>
          <Button asChild size="sm" variant="ghost">
            <Link href={effectsPath(id, oneTag(filters))} title="Effects">
              <ArrowUpRight aria-hidden />
              <span className="max-md:sr-only">Effects</span>
            </Link>
          </Button>
          {grouping === null ? <ColumnsMenu /> : null}
          <ExportMenu workspaceId={id} filters={filters} q={q} refusal={refusal} />
          <CopyQueryMenu
            snippets={() =>
              grouping === null
                ? listSnippets(window.location.origin, id, filters, q)
                : groupSnippets(window.location.origin, id, filters, grouping)
            }
          />
        </span>
      }
    />
  );
});
