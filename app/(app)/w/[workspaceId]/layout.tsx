import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { mentionsOfWorkspace } from '@/components/inbox/mentions-query';
import { waitsOfWorkspace } from '@/components/inbox/open-waits-query';
import { mePath, meQuery } from '@/components/page/account-queries';
import { AppShell } from '@/components/shell/app-shell';
import { SeedAnswers } from '@/components/shell/seed-answers';
import { NARROW_SIDEBAR, SIDEBAR_COOKIE } from '@/components/shell/sidebar-cookie';
import { WorkspaceGate } from '@/components/shell/workspace-gate';
import { listsOfWorkspace } from '@/components/workflows/workflow-queries';
import { seedsFor } from '../../../seeds';

export default async function WorkspaceLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ workspaceId: string }>;
}) {
  const { workspaceId } = await params;
  const kept = await cookies();
  const seeds = await seedsFor([
    { queryKey: meQuery().queryKey, path: mePath },
    ...listsOfWorkspace(workspaceId),
    waitsOfWorkspace(workspaceId),
    mentionsOfWorkspace(workspaceId),
  ]);
  return (
    <SeedAnswers {...seeds}>
      <WorkspaceGate workspaceId={workspaceId}>
        <AppShell startsNarrow={kept.get(SIDEBAR_COOKIE)?.value === NARROW_SIDEBAR}>{children}</AppShell>
      </WorkspaceGate>
    </SeedAnswers>
  );
}
