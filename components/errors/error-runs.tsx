'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { failedLogsOfWorkflowPath, logPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ErrorGroupDetail } from '@/lib/services/error-groups/schema';
import { errorRunsQuery } from './error-queries';
import { versionWords } from './group-words';

/** The latest runs with an error, with links to their logs. */
export function ErrorRuns({ group: { id: groupId, workflowId } }: { group: ErrorGroupDetail }) {
  const { id } = useWorkspace();
  const heading = useId();
  const runs = useInfiniteQuery(errorRunsQuery(id, groupId));
  const rows = runs.data?.pages.flatMap((page) => page.data);
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id={heading} className="font-medium text-sm">
          Latest runs
        </h3>
        <Link
          href={failedLogsOfWorkflowPath(id, workflowId)}
          className="flex min-h-6 items-center text-muted text-xs hover:text-ink hover:underline"
        >
          All failed runs of the workflow
        </Link>
      </div>
      {runs.isPending ? <SkeletonRows rows={3} className="h-9" /> : null}
      {runs.isError && rows === undefined ? (
        <LoadFailure error={runs.error} onRetry={() => runs.refetch()} />
      ) : null}
      {rows?.length === 0 ? <p className="text-muted text-sm">The logs of these runs are deleted.</p> : null}
      {rows !== undefined && rows.length > 0 ? (
        <ul aria-labelledby={heading} className="rounded-lg border border-line bg-surface">
          {rows.map(({ logId, startedAt, version }) => (
            <li key={logId} className="not-first:border-line not-first:border-t">
              <Link
                href={logPath(id, logId)}
                className="flex items-center justify-between gap-3 px-3 py-2 text-sm hover:bg-hover"
              >
                <span>
                  Run of <RelativeTime at={startedAt} />
                </span>
                <span className="text-muted text-xs">{versionWords(version)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {runs.hasNextPage ? (
        <Button
          size="sm"
          className="mt-2"
          busy={runs.isFetchingNextPage}
          onClick={() => runs.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
    </section>
  );
}
