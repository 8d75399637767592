'use client';

import { useQuery } from '@tanstack/react-query';
import { FileQuestion, Maximize2 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { logPagePath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CopyQueryMenu, idsOf } from './copy-query-menu';
import { LogFacts } from './log-facts';
import { readFilters, withFilters } from './log-filters';
import { logQuery } from './log-queries';
import { logSnippets } from './log-snippet';
import { type LogPlace, LogTabs } from './log-tabs';
import { RunActions } from './run-actions';
import { RunOutcome } from './run-outcome';

/** One run in full, beside the list. */
export function LogPanel({ logId, onClose }: { logId: string; onClose: () => void }) {
  const log = useQuery(logQuery(logId));
  const missing = log.error instanceof ApiError && log.error.status === 404;
  return (
    <Drawer
      title={log.data?.workflow.name ?? 'Run'}
      onClose={onClose}
      actions={
        <>
          <PageLink logId={logId} />
          <CopyQueryMenu
            label="Copy…"
            ids={log.data ? idsOf(log.data) : []}
            snippets={() => logSnippets(window.location.origin, logId)}
          />
        </>
      }
      className="w-full shrink-0 md:w-[min(40rem,56vw)]"
    >
      {log.data ? <LogBody log={log.data} /> : null}
      {log.isPending ? (
        <div className="p-4">
          <SkeletonRows rows={8} />
        </div>
      ) : null}
      {missing ? (
        <EmptyState icon={FileQuestion} title="Log not found">
          It was deleted, or it belongs to a workspace you are not a member of.
        </EmptyState>
      ) : log.isError ? (
        <LoadFailure error={log.error} onRetry={() => log.refetch()} className="m-4" />
      ) : null}
    </Drawer>
  );
}

/** Links to the run's page; keeps the list's filters, so that the page can go to the next run of the list. */
function PageLink({ logId }: { logId: string }) {
  const { id } = useWorkspace();
  const filters = readFilters(useSearchParams());
  return (
    <Button asChild size="sm" variant="ghost">
      <Link href={logPagePath(id, logId, withFilters('', filters))}>
        <Maximize2 aria-hidden />
        <span className="max-sm:sr-only">Open as page</span>
      </Link>
    </Button>
  );
}

function LogBody({ log }: { log: LogDetail }) {
  const [place, setPlace] = useState<LogPlace>({ tab: 'trace', block: null });
  const go = (change: Partial<LogPlace>) => setPlace((before) => ({ ...before, ...change }));
  return (
    <>
      <div className="px-4 pt-4 empty:hidden">
        <RunOutcome log={log} onShow={(block) => go({ tab: 'trace', block })} />
      </div>
      <LogFacts log={log} />
      <RunActions log={log} />
      <LogTabs log={log} place={place} onPlace={go} />
    </>
  );
}
