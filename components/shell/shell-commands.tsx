'use client';

import { useQuery } from '@tanstack/react-query';
import { FileText, Keyboard, LayoutTemplate, LogOut, Moon, PanelLeft, Plus, Sun } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { type Command, openPalette, openShortcutSheet, useCommands } from '@/components/ui/commands';
import { setTheme } from '@/components/ui/theme-toggle';
import { useWorkflowDialogs } from '@/components/workflows/workflow-dialogs';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import { workflowPath, workspacePath } from '../page/paths';
import { signOutHere } from '../page/sign-out';
import { useWorkspace } from '../page/workspace-context';
import { pageCommands } from './page-commands';
import { toggleSidebar } from './sidebar-state';

/** Commands available everywhere in a workspace. */
export function ShellCommands() {
  const { id, me, canWrite } = useWorkspace();
  const router = useRouter();
  const isHome = usePathname() === workspacePath(id);
  const { ask } = useWorkflowDialogs();
  const workflows = useQuery(workflowsQuery(id));
  const commands = useMemo((): Command[] => {
    const go = (path: string) => () => router.push(path);
    return [
      ...generalCommands(),
      ...(canWrite
        ? [
            newWorkflow(isHome, () => ask({ kind: 'new-workflow', folderId: null })),
            newFromTemplate(() => ask({ kind: 'from-template', folderId: null })),
          ]
        : []),
      ...pageCommands(id, me, go),
      ...(workflows.data ?? []).map((workflow) => ({
        id: `workflow-${workflow.id}`,
        title: workflow.name,
        group: 'Workflows',
        icon: FileText,
        run: go(workflowPath(id, workflow.id)),
      })),
      ...me.workspaces
        .filter((workspace) => workspace.id !== id)
        .map((workspace) => ({
          id: `workspace-${workspace.id}`,
          title: `Switch to ${workspace.name}`,
          group: 'Workspaces',
          run: go(workspacePath(workspace.id)),
        })),
    ];
  }, [id, me, canWrite, isHome, ask, router, workflows.data]);
  useCommands(commands);
  return null;
}

/** `hasShortcut` is true only where a single letter is not typed by mistake. */
const newWorkflow = (hasShortcut: boolean, run: () => void): Command => ({
  id: 'new-workflow',
  title: 'New workflow',
  group: 'Workflows',
  icon: Plus,
  keywords: ['create', 'add', 'scenario', 'zap', 'flow', 'automation'],
  ...(hasShortcut ? { shortcut: 'c' } : {}),
  run,
});

const newFromTemplate = (run: () => void): Command => ({
  id: 'new-from-template',
  title: 'New workflow from a template',
  group: 'Workflows',
  icon: LayoutTemplate,
  keywords: ['example', 'starter', 'gallery', 'sample', 'blueprint'],
  run,
});

function generalCommands(): Command[] {
  const group = 'General';
  return [
    {
      id: 'palette',
      title: 'Command palette',
      group,
      shortcut: 'mod+k',
      hidden: true,
      run: () => openPalette(true),
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      group,
      icon: Keyboard,
      keywords: ['hotkeys', 'keys', 'cheatsheet'],
      shortcut: '?',
      run: () => openShortcutSheet(true),
    },
    {
      id: 'sidebar',
      title: 'Collapse or expand the sidebar',
      group,
      icon: PanelLeft,
      keywords: ['menu', 'navigation', 'hide', 'show'],
      shortcut: 'mod+b',
      run: toggleSidebar,
    },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: `Theme: ${theme}`,
      group,
      icon: theme === 'dark' ? Moon : Sun,
      keywords: ['mode', 'appearance', 'colours', 'colors', ...(theme === 'dark' ? ['night', 'black'] : [])],
      run: () => setTheme(theme),
    })),
    {
      id: 'sign-out',
      title: 'Sign out',
      group,
      icon: LogOut,
      keywords: ['logout', 'log out', 'exit'],
      run: () => void signOutHere(),
    },
  ];
}
