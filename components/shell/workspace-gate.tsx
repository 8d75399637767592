'use client';

import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { rememberWorkspace } from '@/components/auth/last-workspace';
import { SignInAgain } from '@/components/auth/sign-in-again';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { meQuery } from '../page/account-queries';
import { LoadFailure } from '../page/load-failure';
import { copyUnsaved, signOutHere, unsavedWork } from '../page/sign-out';
import { WorkspaceProvider, type WorkspaceView } from '../page/workspace-context';

const ROLES_EVERY_MS = 15_000;

/**
 * Admits members. Signed-out visitors are sent to sign in; if a session ends later, they sign in over the
 * page.
 */
export function WorkspaceGate({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  // Polled, so that a changed role or an ended membership shows soon, not at the next reload.
  const me = useQuery({ ...meQuery(), refetchInterval: ROLES_EVERY_MS, refetchOnWindowFocus: 'always' });
  const [lastName, setLastName] = useState<string>();
  const view = useMemo((): WorkspaceView | null => {
    const found = me.data?.workspaces.find((workspace) => workspace.id === workspaceId);
    if (!me.data || !found) return null;
    return { ...found, canWrite: found.role !== 'reader', isAdmin: found.role === 'admin', me: me.data };
  }, [me.data, workspaceId]);
  useEffect(() => {
    if (!view) return;
    rememberWorkspace(view.id);
    setLastName(view.name);
  }, [view]);
  if (view)
    return (
      <WorkspaceProvider value={view}>
        {children}
        <SignInAgain email={view.me.email} userId={view.me.id} />
      </WorkspaceProvider>
    );
  if (me.isError) return <LoadFailure error={me.error} onRetry={() => me.refetch()} className="m-8" />;
  if (me.isPending) return <ShellSkeleton />;
  return <NoWorkspace lastName={lastName} />;
}

/** `lastName` is set if the workspace was open before. */
function NoWorkspace({ lastName }: { lastName: string | undefined }) {
  // Read before the page that has it is gone.
  const [unsaved] = useState(unsavedWork);
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        level={1}
        icon={FolderX}
        title={lastName === undefined ? 'Workspace not found' : `You are no longer a member of ${lastName}`}
        actions={
          <>
            <Button asChild variant="primary">
              {/* A full page load, so that no data of the workspace stays in memory. */}
              <a href="/">
                {lastName === undefined ? 'Go to your workspace' : 'Go to your other workspaces'}
              </a>
            </Button>
            {unsaved === null ? null : (
              <Button onClick={() => void copyUnsaved(unsaved)}>Copy what wasn’t saved</Button>
            )}
            <Button variant="ghost" onClick={() => void signOutHere()}>
              Sign out
            </Button>
          </>
        }
      >
        {lastName === undefined
          ? 'It does not exist, or you are not a member of it. Ask one of its admins for an invitation.'
          : 'An admin removed you, or the workspace was deleted. Your API keys no longer work there.'}
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
