'use client';

import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  Bug,
  ChartColumn,
  FileText,
  Inbox,
  Keyboard,
  KeyRound,
  LayoutTemplate,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  ScrollText,
  Settings,
  Sun,
  Webhook,
  Workflow,
} from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { type Command, openPalette, openShortcutSheet, useCommands } from '@/components/ui/commands';
import { setTheme } from '@/components/ui/theme-toggle';
import { useWorkflowDialogs } from '@/components/workflows/workflow-dialogs';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import {
  errorsPath,
  GUIDES_PATH,
  inboxPath,
  logsPath,
  overviewPath,
  settingsPath,
  settingsSectionsOf,
  webhooksPath,
  workflowPath,
  workspacePath,
} from '../page/paths';
import { signOutHere } from '../page/sign-out';
import { useWorkspace } from '../page/workspace-context';
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
      {
        id: 'go-workflows',
        title: 'Workflows',
        group: 'Go to',
        icon: Workflow,
        shortcut: 'g w',
        run: go(workspacePath(id)),
      },
      {
        id: 'go-waiting',
        title: 'Waiting for you',
        group: 'Go to',
        icon: Inbox,
        shortcut: 'g i',
        run: go(inboxPath(id)),
      },
      {
        id: 'go-overview',
        title: 'Overview',
        group: 'Go to',
        icon: ChartColumn,
        shortcut: 'g o',
        run: go(overviewPath(id)),
      },
      {
        id: 'go-logs',
        title: 'Logs',
        group: 'Go to',
        icon: ScrollText,
        shortcut: 'g l',
        run: go(logsPath(id)),
      },
      {
        id: 'go-errors',
        title: 'Errors',
        group: 'Go to',
        icon: Bug,
        shortcut: 'g e',
        run: go(errorsPath(id)),
      },
      {
        id: 'go-webhooks',
        title: 'Webhooks',
        group: 'Go to',
        icon: Webhook,
        shortcut: 'g h',
        run: go(webhooksPath(id)),
      },
      {
        id: 'go-settings',
        title: 'Settings',
        group: 'Go to',
        icon: Settings,
        shortcut: 'g s',
        run: go(settingsPath(id)),
      },
      {
        id: 'go-guides',
        title: 'Guides',
        group: 'Go to',
        icon: BookOpen,
        run: go(GUIDES_PATH),
      },
      {
        id: 'go-docs',
        title: 'API reference',
        group: 'Go to',
        icon: BookOpen,
        shortcut: 'g d',
        run: go('/docs'),
      },
      ...settingsSectionsOf(me).map((section) => ({
        id: `settings-${section.id}`,
        title: `Settings: ${section.title}`,
        group: 'Go to',
        icon: section.id === 'api-keys' ? KeyRound : Settings,
        run: go(settingsPath(id, section.id)),
      })),
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
  ...(hasShortcut ? { shortcut: 'c' } : {}),
  run,
});

const newFromTemplate = (run: () => void): Command => ({
  id: 'new-from-template',
  title: 'New workflow from a template',
  group: 'Workflows',
  icon: LayoutTemplate,
  keywords: ['example', 'starter', 'gallery'],
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
      shortcut: '?',
      run: () => openShortcutSheet(true),
    },
    {
      id: 'sidebar',
      title: 'Collapse or expand the sidebar',
      group,
      icon: PanelLeft,
      shortcut: 'mod+b',
      run: toggleSidebar,
    },
    { id: 'theme-light', title: 'Theme: light', group, icon: Sun, run: () => setTheme('light') },
    { id: 'theme-dark', title: 'Theme: dark', group, icon: Moon, run: () => setTheme('dark') },
    { id: 'theme-system', title: 'Theme: system', group, icon: Sun, run: () => setTheme('system') },
    {
      id: 'sign-out',
      title: 'Sign out',
      group,
      icon: LogOut,
      run: () => void signOutHere(),
    },
  ];
}
