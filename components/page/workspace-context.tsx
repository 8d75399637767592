'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Me } from '@/lib/services/accounts/schema';

export interface WorkspaceView {
  id: string;
  name: string;
  role: Me['workspaces'][number]['role'];
  /** True for writers and admins. */
  canWrite: boolean;
  isAdmin: boolean;
  me: Me;
}

const WorkspaceContext = createContext<WorkspaceView | null>(null);

export function WorkspaceProvider({ value, children }: { value: WorkspaceView; children: ReactNode }) {
  return <WorkspaceContext value={value}>{children}</WorkspaceContext>;
}

/** Returns the current workspace and the visitor's permissions in it. */
export function useWorkspace(): WorkspaceView {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace is used outside the shell');
  return workspace;
}
