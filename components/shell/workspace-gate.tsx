'use client';

import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useEffect, useMemo } from 'react';
import { rememberWorkspace } from '@/components/auth/last-workspace';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { meQuery } from './account-queries';
import { LoadFailure } from './load-failure';
import { WorkspaceProvider, type WorkspaceView } from './workspace-context';

/** Lets members in. Somebody signed out is sent to sign in by the query client. */
export function WorkspaceGate({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const me = useQuery(meQuery());
  const view = useMemo((): WorkspaceView | null => {
    const found = me.data?.workspaces.find((workspace) => workspace.id === workspaceId);
    if (!me.data || !found) return null;
    return { ...found, canWrite: found.role !== 'reader', isAdmin: found.role === 'admin', me: me.data };
  }, [me.data, workspaceId]);
  useEffect(() => {
    if (view) rememberWorkspace(view.id);
  }, [view]);
  if (view) return <WorkspaceProvider value={view}>{children}</WorkspaceProvider>;
  if (me.isError) return <LoadFailure error={me.error} onRetry={() => me.refetch()} className="m-8" />;
  if (me.isPending) return <ShellSkeleton />;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={FolderX}
        title="No such workspace"
        actions={
          <Button asChild variant="primary">
            <Link href="/">Go to your workspace</Link>
          </Button>
        }
      >
        It does not exist, or you are not a member of it. Ask one of its admins for an invitation.
      </EmptyState>
    </main>
  );
}

function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className="w-58 shrink-0 border-line border-r p-3 max-md:hidden">
        <Skeleton className="mb-6 h-8" />
        <SkeletonRows rows={5} className="h-6" />
      </div>
      <div className="flex-1 p-8">
        <Skeleton className="mb-6 h-8 w-48" />
        <SkeletonRows rows={6} className="h-10" />
      </div>
    </div>
  );
}
