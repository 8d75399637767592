'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  BookOpen,
  Braces,
  Bug,
  ChartColumn,
  Inbox,
  PanelLeft,
  ScrollText,
  Search,
  Settings,
  Webhook,
  Workflow,
} from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Suspense } from 'react';
import { openPalette } from '@/components/ui/commands';
import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/kbd';
import { unseenOf } from '../inbox/inbox-choice';
import { mentionsQuery } from '../inbox/mentions-query';
import { openWaitsQuery } from '../inbox/open-waits-query';
import {
  errorsPath,
  GUIDES_PATH,
  inboxPath,
  logsPath,
  overviewPath,
  settingsPath,
  webhooksPath,
  workspacePath,
} from '../page/paths';
import { useWorkspace } from '../page/workspace-context';
import { cn } from '../ui/class-names';
import { useAfterPaint } from '../ui/use-after-paint';
import { AccountMenu } from './account-menu';
import { SidebarLink } from './sidebar-link';
import { toggleSidebar } from './sidebar-state';
import { SidebarWorkflows } from './sidebar-workflows';
import { WorkspaceSwitcher } from './workspace-switcher';

export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const { id } = useWorkspace();
  const pathname = usePathname();
  const home = workspacePath(id);
  return (
    <nav
      aria-label="Workspace"
      className={`flex h-full flex-col gap-0.5 bg-canvas p-2 ${collapsed ? 'w-12' : 'w-60'}`}
    >
      {/* Has its own boundary, so that the page is hydrated first. Its width is fixed from the start. */}
      <Suspense>
        <WorkspaceSwitcher collapsed={collapsed} />
        <SearchButton collapsed={collapsed} />
        <SidebarLink
          href={home}
          icon={Workflow}
          label="Workflows"
          collapsed={collapsed}
          active={pathname === home}
        />
        <InboxLink collapsed={collapsed} />
        <SidebarLink
          href={overviewPath(id)}
          icon={ChartColumn}
          label="Overview"
          collapsed={collapsed}
          active={pathname.startsWith(overviewPath(id))}
        />
        <LogsLink collapsed={collapsed} />
        <SidebarLink
          href={errorsPath(id)}
          icon={Bug}
          label="Errors"
          collapsed={collapsed}
          active={pathname.startsWith(errorsPath(id))}
        />
        <SidebarLink
          href={webhooksPath(id)}
          icon={Webhook}
          label="Webhooks"
          collapsed={collapsed}
          active={pathname.startsWith(webhooksPath(id))}
        />
        <SidebarLink
          href={settingsPath(id)}
          icon={Settings}
          label="Settings"
          collapsed={collapsed}
          active={pathname.startsWith(`${home}/settings`)}
        />
        <div className="-mx-2 mt-2 min-h-0 flex-1 overflow-y-auto border-line border-t px-2 pt-2">
          {collapsed ? null : <SidebarWorkflows />}
        </div>
        <SidebarLink href={GUIDES_PATH} icon={BookOpen} label="Guides" collapsed={collapsed} active={false} />
        <SidebarLink href="/docs" icon={Braces} label="API reference" collapsed={collapsed} active={false} />
        <div className={`flex ${collapsed ? 'flex-col' : 'items-center justify-between'} gap-0.5`}>
          <AccountMenu collapsed={collapsed} />
          <IconButton
            label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
            shortcut="mod+b"
            side="right"
            className="max-md:hidden"
            onClick={toggleSidebar}
          >
            <PanelLeft />
          </IconButton>
        </div>
      </Suspense>
    </nav>
  );
}

/** Its scripts are there before somebody asks: its first rows wait for them. */
function LogsLink({ collapsed }: { collapsed: boolean }) {
  const { id } = useWorkspace();
  const isQuiet = useAfterPaint();
  const queryClient = useQueryClient();
  const active = usePathname().startsWith(logsPath(id));
  return (
    <SidebarLink
      href={logsPath(id)}
      icon={ScrollText}
      label="Logs"
      collapsed={collapsed}
      active={active}
      isLikely={isQuiet && !active}
      onIntent={() => {
        if (!active) void import('../logs/ask-for-logs').then((logs) => logs.askForLogs(queryClient, id));
      }}
    />
  );
}

/** The link to open approvals, which readers are never asked for, and to mentions. */
function InboxLink({ collapsed }: { collapsed: boolean }) {
  const { id, canWrite } = useWorkspace();
  const { data } = useQuery({ ...openWaitsQuery(id), enabled: canWrite });
  const mentions = useQuery(mentionsQuery(id));
  const approvals = data?.data.filter(({ kind }) => kind === 'approval').length ?? 0;
  return (
    <SidebarLink
      href={inboxPath(id)}
      icon={Inbox}
      label="Waiting for you"
      collapsed={collapsed}
      active={usePathname() === inboxPath(id)}
      count={approvals + unseenOf(mentions.data)}
    />
  );
}

function SearchButton({ collapsed }: { collapsed: boolean }) {
  if (collapsed) {
    return (
      <IconButton
        label="Search or run a command"
        shortcut="mod+k"
        side="right"
        onClick={() => openPalette(true)}
      >
        <Search />
      </IconButton>
    );
  }
  return (
    <button
      type="button"
      onClick={() => openPalette(true)}
      className={cn(
        'mb-1 flex h-8 items-center gap-2 rounded-md border border-line',
        'bg-surface px-2 text-faint text-sm shadow-lift hover:border-line-strong',
      )}
    >
      <Search className="size-4" aria-hidden />
      <span className="flex-1 text-left">Search</span>
      <Keys combo="mod+k" />
    </button>
  );
}
