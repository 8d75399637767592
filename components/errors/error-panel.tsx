'use client';

import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Drawer } from '@/components/ui/drawer';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/platform/http/client';
import type { ErrorGroupDetail } from '@/lib/services/error-groups/schema';
import { ErrorActions } from './error-actions';
import { ErrorComments } from './error-comments';
import { ErrorFacts } from './error-facts';
import { errorGroupQuery } from './error-queries';
import { ErrorRuns } from './error-runs';
import { SeenTables } from './seen-tables';
import { StateBadge } from './state-badge';

/** One error in full, beside the list. */
export function ErrorPanel({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { id } = useWorkspace();
  const group = useQuery(errorGroupQuery(id, groupId));
  const isMissing = group.error instanceof ApiError && group.error.status === 404;
  return (
    <Drawer
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{group.data?.code ?? 'Error'}</span>
          {group.data ? <StateBadge group={group.data} /> : null}
        </span>
      }
      takesFocus
      onClose={onClose}
      className="w-full shrink-0 md:w-[min(40rem,56vw)]"
    >
      {group.isPending ? (
        <div className="p-4">
          <SkeletonRows rows={8} />
        </div>
      ) : null}
      {isMissing ? (
        <EmptyState icon={FileQuestion} title="Error not found">
          Errors are deleted with the logs of their runs.
        </EmptyState>
      ) : group.isError && !group.data ? (
        <LoadFailure error={group.error} onRetry={() => group.refetch()} className="m-4" />
      ) : null}
      {group.data && !isMissing ? <Content group={group.data} /> : null}
    </Drawer>
  );
}

function Content({ group }: { group: ErrorGroupDetail }) {
  return (
    <div className="flex flex-col gap-6 p-4">
      <div>
        <p className="wrap-anywhere font-medium">{group.shape === '' ? group.code : group.shape}</p>
        {group.message === '' || group.message === group.shape ? null : (
          <p className="wrap-anywhere mt-1 text-muted text-sm">Last message: {group.message}</p>
        )}
      </div>
      <ErrorActions group={group} />
      <ErrorFacts group={group} />
      <SeenTables group={group} />
      <ErrorRuns group={group} />
      <ErrorComments groupId={group.id} />
    </div>
  );
}
