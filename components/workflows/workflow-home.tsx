'use client';

import { useQuery } from '@tanstack/react-query';
import { FolderPlus, LayoutTemplate, Plus, SearchX, Workflow } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { HoldBadge } from '@/components/holds/hold-badge';
import { holdOn, holdsQuery } from '@/components/holds/hold-queries';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { buildTree, filterTree, sortTree } from './folder-tree';
import { ImportButton } from './import-button';
import { useWorkflowDialogs } from './workflow-dialogs';
import { readWorkflowOrder, useWorkflowOrder } from './workflow-order';
import { activityQuery, foldersQuery, workflowsQuery } from './workflow-queries';
import { WorkflowTreeList } from './workflow-tree-list';

/** A workspace's start page: its workflows in their folders. */
export function WorkflowHome() {
  const { id, name, canWrite } = useWorkspace();
  const workflows = useQuery(workflowsQuery(id));
  const folders = useQuery(foldersQuery(id));
  const { data: activity } = useQuery(activityQuery(id));
  const { data: holds } = useQuery(holdsQuery(id));
  const held = holdOn(holds, null);
  const order = useWorkflowOrder();
  useEffect(readWorkflowOrder, []);
  const [text, setText] = useState('');
  const { ask } = useWorkflowDialogs();
  const tree = useMemo(
    () => buildTree(folders.data ?? [], workflows.data ?? []),
    [folders.data, workflows.data],
  );
  const shown = useMemo(
    () => sortTree(filterTree(tree, text), order, (id) => activity?.get(id)?.lastRun?.startedAt),
    [tree, text, order, activity],
  );
  const failed = workflows.isError ? workflows : folders.isError ? folders : undefined;
  const isEmpty = tree.folders.length + tree.workflows.length === 0;

  return (
    <>
      <HomeCommands />
      <PageHeader
        title="Workflows"
        actions={
          canWrite ? (
            <>
              <ImportButton />
              <Button className="max-sm:hidden" onClick={() => ask({ kind: 'new-folder', parentId: null })}>
                <FolderPlus aria-hidden />
                New folder
              </Button>
              <Button
                className="max-sm:hidden"
                onClick={() => ask({ kind: 'from-template', folderId: null })}
              >
                <LayoutTemplate aria-hidden />
                From a template
              </Button>
              <Button variant="primary" onClick={() => ask({ kind: 'new-workflow', folderId: null })}>
                <Plus aria-hidden />
                New workflow
              </Button>
            </>
          ) : null
        }
      />
      <div className="w-full px-4 py-4 md:px-6">
        {held === undefined ? null : (
          <Notice
            tone="warning"
            title="All runs of this workspace are on hold"
            action={<HoldBadge hold={held} target={{ workspaceId: id, workflowId: null, name }} />}
            className="mb-3"
          >
            {held.reason}
          </Notice>
        )}
        {failed ? <LoadFailure error={failed.error} onRetry={() => failed.refetch()} /> : null}
        {workflows.isPending || folders.isPending ? <SkeletonRows rows={7} className="h-10" /> : null}
        {failed || workflows.isPending || folders.isPending ? null : isEmpty ? (
          <NoWorkflows onCreate={canWrite ? (kind) => ask({ kind, folderId: null }) : undefined} />
        ) : (
          <>
            <Input
              type="search"
              aria-label="Filter workflows by name"
              placeholder="Filter by name"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="mb-3 max-w-72"
            />
            {shown.folders.length + shown.workflows.length === 0 ? (
              <EmptyState icon={SearchX} title={`No results for “${text.trim()}”`}>
                Try part of the name.
              </EmptyState>
            ) : (
              <WorkflowTreeList
                tree={shown}
                activity={activity}
                holds={holds}
                forceOpen={text.trim() !== ''}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

function HomeCommands() {
  const { canWrite } = useWorkspace();
  const { ask } = useWorkflowDialogs();
  const commands = useMemo(
    () =>
      canWrite
        ? [
            {
              id: 'new-folder',
              title: 'New folder',
              group: 'Workflows',
              icon: FolderPlus,
              run: () => ask({ kind: 'new-folder', parentId: null }),
            },
          ]
        : [],
    [ask, canWrite],
  );
  useCommands(commands);
  return null;
}

interface NoWorkflowsProps {
  onCreate: ((kind: 'new-workflow' | 'from-template') => void) | undefined;
}

function NoWorkflows({ onCreate }: NoWorkflowsProps) {
  return (
    <EmptyState
      icon={Workflow}
      title="No workflows yet"
      actions={
        onCreate ? (
          <>
            <Button variant="primary" onClick={() => onCreate('new-workflow')}>
              <Plus aria-hidden />
              Create the first one
            </Button>
            <Button onClick={() => onCreate('from-template')}>
              <LayoutTemplate aria-hidden />
              From a template
            </Button>
          </>
        ) : null
      }
    >
      A workflow calls APIs in sequence and in parallel.{' '}
      {onCreate ? '' : 'Writers and admins can create them.'}
    </EmptyState>
  );
}
