import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
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
    <WorkspaceGate workspaceId={workspaceId}>
      <AppShell>{children}</AppShell>
    </WorkspaceGate>
  );
}
