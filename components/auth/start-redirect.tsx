'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { meQuery, setupQuery } from '@/components/page/account-queries';
import { CreateWorkspaceDialog } from '@/components/page/create-workspace-dialog';
import { LoadFailure } from '@/components/page/load-failure';
import { signInPath, workspacePath } from '@/components/page/paths';
import { signOutHere } from '@/components/page/sign-out';
import { Button } from '@/components/ui/button';
import { ApiError } from '@/lib/platform/http/client';
import { AuthCard } from './auth-card';
import { preferredWorkspace } from './last-workspace';

/** `/`: to the first account's form, to the sign-in, or to the workspace opened last. */
export function StartRedirect() {
  const router = useRouter();
  const setup = useQuery(setupQuery());
  const me = useQuery({ ...meQuery(), enabled: setup.data?.needsOwner === false });
  const [creating, setCreating] = useState(false);
  const signedOut = me.error instanceof ApiError && me.error.status === 401;
  useEffect(() => {
    if (setup.data?.needsOwner) router.replace('/setup');
    else if (signedOut) router.replace(signInPath());
    else if (me.data) {
      const home = preferredWorkspace(me.data.workspaces.map((workspace) => workspace.id));
      if (home) router.replace(workspacePath(home));
    }
  }, [setup.data, signedOut, me.data, router]);
  const failed = setup.isError ? setup : me.isError && !signedOut ? me : undefined;
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} className="m-8" />;
  if (me.data?.workspaces.length !== 0) return <p className="sr-only">Loading…</p>;
  return (
    <AuthCard
      title="You have no workspace"
      description="Ask an admin of a workspace for an invitation link, or create your own."
    >
      <Button variant="primary" className="w-full" onClick={() => setCreating(true)}>
        Create a workspace
      </Button>
      <Button variant="ghost" className="mt-2 w-full" onClick={() => void signOutHere()}>
        Sign out
      </Button>
      <CreateWorkspaceDialog open={creating} onOpenChange={setCreating} />
    </AuthCard>
  );
}
