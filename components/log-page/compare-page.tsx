'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, FileQuestion } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { compareLogsPath, logPagePath, logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/platform/http/client';
import { logQuery } from '../logs/log-queries';
import { isInWorkspaceQuery } from '../logs/neighbour-runs';
import { RunComparison } from './run-comparison';

/** Two runs side by side; the address names both: `a` the earlier, `b` the later. */
export function ComparePage() {
  const { id } = useWorkspace();
  const router = useRouter();
  const search = useSearchParams();
  const [first, second] = [search.get('a') ?? '', search.get('b') ?? ''];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-1.5">
            <Link href={logsPath(id)} className="font-normal text-muted hover:text-ink">
              Logs
            </Link>
            <span aria-hidden className="text-faint">
              /
            </span>
            {second === '' ? null : (
              <>
                <Link href={logPagePath(id, second)} className="font-normal text-muted hover:text-ink">
                  Run
                </Link>
                <span aria-hidden className="text-faint">
                  /
                </span>
              </>
            )}
            <span className="min-w-0 truncate">Compare runs</span>
          </span>
        }
        actions={
          <Button size="sm" onClick={() => router.replace(compareLogsPath(id, second, first))}>
            <ArrowLeftRight aria-hidden />
            Swap
          </Button>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Both key={`${first} ${second}`} first={first} second={second} />
      </div>
    </div>
  );
}

/** A log, once it is known to be one of this workspace. */
function useLogHere(logId: string) {
  const { id } = useWorkspace();
  const log = useQuery({ ...logQuery(logId), enabled: logId !== '' });
  const isHere = useQuery({
    ...isInWorkspaceQuery(id, log.data?.executionId ?? ''),
    enabled: log.data !== undefined,
  });
  const isMissing =
    logId === '' || isHere.data === false || (log.error instanceof ApiError && log.error.status === 404);
  return {
    log: isHere.data ? log.data : undefined,
    isMissing,
    failed: [log, isHere].find((one) => one.isError),
  };
}

function Both({ first, second }: { first: string; second: string }) {
  const [before, after] = [useLogHere(first), useLogHere(second)];
  if (before.isMissing || after.isMissing)
    return (
      <EmptyState
        icon={FileQuestion}
        title={before.isMissing && after.isMissing ? 'Logs not found' : 'Log not found'}
      >
        {before.isMissing ? 'The first run' : 'The second run'} was deleted, or it is not a log of this
        workspace. Choose two runs with “Compare with…” on the page of a run.
      </EmptyState>
    );
  const failed = before.failed ?? after.failed;
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} className="m-4" />;
  if (before.log === undefined || after.log === undefined)
    return (
      <div role="status" aria-label="Loading the runs" className="p-4 md:p-6">
        <SkeletonRows rows={12} />
      </div>
    );
  return <RunComparison before={before.log} after={after.log} />;
}
