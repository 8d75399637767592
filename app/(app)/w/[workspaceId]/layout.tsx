import type { ReactNode } from 'react';
import { mePath } from '@/components/shell/account-queries';
import { AppShell } from '@/components/shell/app-shell';
import { PreloadAnswer } from '@/components/shell/preload-answer';
import { WorkspaceGate } from '@/components/shell/workspace-gate';

export default async function WorkspaceLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ workspaceId: string }>;
}) {
  const { workspaceId } = await params;
  return (
    <>
      <PreloadAnswer path={mePath} />
      <WorkspaceGate workspaceId={workspaceId}>
        <AppShell>{children}</AppShell>
      </WorkspaceGate>
    </>
  );
}
