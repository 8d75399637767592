'use client';

import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { logPath, logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CopyQueryMenu, idsOf } from '../logs/copy-query-menu';
import { LogFacts } from '../logs/log-facts';
import { readFilters, withFilters } from '../logs/log-filters';
import { logQuery } from '../logs/log-queries';
import { logSnippets } from '../logs/log-snippet';
import { type LogPlace, LogTabs } from '../logs/log-tabs';
import { isInWorkspaceQuery } from '../logs/neighbour-runs';
import { RunActions } from '../logs/run-actions';
import { RunOutcome } from '../logs/run-outcome';
import { showSearch } from '../ui/show-search';
import { usePageTitle } from '../ui/use-page-title';
import { NeighbourButtons } from './neighbour-buttons';

const SnapshotCanvas = dynamic(() => import('./snapshot-canvas').then((module) => module.SnapshotCanvas), {
  ssr: false,
  loading: () => <SkeletonRows rows={6} className="m-4" />,
});

/** One run on its own page. */
export function LogPage({ logId }: { logId: string }) {
  const { id: workspaceId } = useWorkspace();
  const log = useQuery(logQuery(logId));
  const executionId = log.data?.executionId ?? '';
  const isHere = useQuery({
    ...isInWorkspaceQuery(workspaceId, executionId),
    enabled: log.data !== undefined,
  });
  const isMissing = (log.error instanceof ApiError && log.error.status === 404) || isHere.data === false;
  const name = log.data?.workflow.name;
  usePageTitle(name === undefined ? undefined : `Run of ${name} · Millrace`);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head logId={logId} log={isMissing ? undefined : log.data} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isMissing ? (
          <EmptyState
            icon={FileQuestion}
            title="Log not found"
            actions={
              <Button asChild>
                <Link href={logsPath(workspaceId)}>All logs</Link>
              </Button>
            }
          >
            It was deleted, or it is not a log of this workspace.
          </EmptyState>
        ) : log.isError ? (
          <LoadFailure error={log.error} onRetry={() => log.refetch()} className="m-4" />
        ) : log.data === undefined ? (
          <div role="status" aria-label="Loading the run" className="p-4 md:p-6">
            <SkeletonRows rows={12} />
          </div>
        ) : (
          <LogContent key={log.data.id} log={log.data} />
        )}
      </div>
    </div>
  );
}

function Head({ logId, log }: { logId: string; log: LogDetail | undefined }) {
  const { id: workspaceId } = useWorkspace();
  const filters = readFilters(useSearchParams());
  const search = withFilters('', filters);
  const list = `${logPath(workspaceId, logId)}${search === '' ? '' : `&${search}`}`;
  return (
    <PageHeader
      title={
        <span className="flex min-w-0 items-center gap-1.5">
          <Link href={list} className="font-normal text-muted hover:text-ink">
            Logs
          </Link>
          <span aria-hidden className="text-faint">
            /
          </span>
          <span className="min-w-0 truncate">{log?.workflow.name ?? 'Run'}</span>
        </span>
      }
      actions={
        log ? (
          <>
            <CopyQueryMenu
              label="Copy…"
              ids={idsOf(log)}
              snippets={() => logSnippets(window.location.origin, logId)}
            />
            <NeighbourButtons log={log} filters={filters} search={search} />
          </>
        ) : null
      }
    />
  );
}

function LogContent({ log }: { log: LogDetail }) {
  const search = useSearchParams();
  const go = (change: Partial<LogPlace>) => {
    const params = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(change)) if (value !== null) params.set(name, value);
    showSearch(params.toString(), 'replace');
  };
  return (
    <div className="mx-auto max-w-[96rem] pb-8 md:px-2">
      <div className="px-4 pt-4 empty:hidden">
        <RunOutcome log={log} onShow={(block) => go({ tab: 'trace', block })} />
      </div>
      <LogFacts log={log} />
      <RunActions log={log} />
      <h2 className="sr-only">Details</h2>
      <LogTabs
        log={log}
        place={{ tab: search.get('tab') ?? 'trace', block: search.get('block') }}
        onPlace={go}
        snapshot={<SnapshotCanvas log={log} />}
      />
    </div>
  );
}
