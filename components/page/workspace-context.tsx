'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Me } from '@/lib/services/accounts/schema';

export interface WorkspaceView {
  id: string;
  name: string;
  role: Me['workspaces'][number]['role'];
  /** Writers and admins. */
  canWrite: boolean;
  isAdmin: boolean;
  me: Me;
}

const WorkspaceContext = createContext<WorkspaceView | null>(null);

export function WorkspaceProvider({ value, children }: { value: WorkspaceView; children: ReactNode }) {
  return <WorkspaceContext value={value}>{children}</WorkspaceContext>;
}

/** The workspace whose pages these are, and what its visitor may do there. */
export function useWorkspace(): WorkspaceView {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace is used outside the shell');
  return workspace;
}
