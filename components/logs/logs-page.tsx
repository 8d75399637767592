'use client';

import dynamic from 'next/dynamic';
import { useCallback, useEffect } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { useWorkspace } from '@/components/page/workspace-context';
import { CopyQueryMenu } from './copy-query-menu';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { LogHistogram } from './log-histogram';
import { LogList } from './log-list';
import { listSnippets } from './log-snippet';
import { LogsState } from './logs-state';
import { OlderRunsNote } from './older-runs-note';
import { RunningExecutions } from './running-executions';
import { useListStart } from './use-list-start';
import { useLogAddress } from './use-log-address';
import { useLogList } from './use-log-list';

/** It knows every kind of block: the rows don't wait for that. */
const LogPanel = dynamic(() => import('./log-panel').then((module) => module.LogPanel), { ssr: false });

/** Every finished run: filter, walk with the keyboard, read one in the panel. */
export function LogsPage() {
  const { id } = useWorkspace();
  const { filters, openId, setFilters, clearFilters, open } = useLogAddress();
  const start = useListStart(openId, filters);
  const { rows, pages, isLive } = useLogList(id, start.filters);
  useEffect(() => start.settle(rows), [start.settle, rows]);
  const close = useCallback(() => open(null), [open]);
  const readOn = useCallback(() => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  }, [pages.hasNextPage, pages.isFetchingNextPage, pages.fetchNextPage]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            Logs
            {isLive && start.at === null ? (
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
          <span className="flex items-center gap-2">
            <ExportMenu workspaceId={id} filters={filters} />
            <CopyQueryMenu snippets={() => listSnippets(window.location.origin, id, filters)} />
          </span>
        }
      />
      <FilterBar filters={filters} onChange={setFilters} onClear={clearFilters} />
      <LogHistogram filters={filters} onChange={setFilters} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {start.at === null ? null : <OlderRunsNote at={start.at} onLeave={start.leave} />}
          {start.at === null ? <RunningExecutions filters={filters} /> : null}
          <LogsState pages={pages} rowCount={rows.length} filters={filters} onClear={clearFilters}>
            <LogList
              rows={rows}
              openId={openId}
              onOpen={open}
              onClose={close}
              onEnd={readOn}
              hasMore={pages.hasNextPage}
              isReadingOn={pages.isFetchingNextPage}
            />
          </LogsState>
        </div>
        {openId ? <LogPanel key={openId} logId={openId} onClose={close} /> : null}
      </div>
    </div>
  );
}
