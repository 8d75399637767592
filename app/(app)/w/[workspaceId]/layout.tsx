import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { mePath, meQuery } from '@/components/page/account-queries';
import { AppShell } from '@/components/shell/app-shell';
import { RAIL_COOKIE, SLIM_RAIL } from '@/components/shell/rail-cookie';
import { SeedAnswers } from '@/components/shell/seed-answers';
import { WorkspaceGate } from '@/components/shell/workspace-gate';
import { PageTimeProvider } from '@/components/ui/page-time';
import { listsOfWorkspace } from '@/components/workflows/workflow-queries';
import { seedsFor } from '../../../seeds';
import { knownZone } from './known-zone';

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
  ]);
  return (
    <PageTimeProvider nowMs={Date.now()} timeZone={knownZone(kept.get('time-zone')?.value)}>
      <SeedAnswers {...seeds}>
        <WorkspaceGate workspaceId={workspaceId}>
          <AppShell beginsSlim={kept.get(RAIL_COOKIE)?.value === SLIM_RAIL}>{children}</AppShell>
        </WorkspaceGate>
      </SeedAnswers>
    </PageTimeProvider>
  );
}
