'use client';

import { ChevronRight, FileText, Folder as FolderIcon } from 'lucide-react';
import { useState } from 'react';
import { logPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import { countOf } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { LogSummary } from '@/lib/services/logs/schema';
import { countWorkflows, type FolderNode, type WorkflowTree } from './folder-tree';
import { RowContextMenu, RowMenuButton } from './row-menus';

const INDENT_PX = 20;

export interface WorkflowTreeListProps {
  tree: WorkflowTree;
  /** Latest run by workflow id, once known. */
  lastRuns: ReadonlyMap<string, LogSummary> | undefined;
  /** All folders open, as while filtering. */
  forceOpen: boolean;
}

export function WorkflowTreeList(props: WorkflowTreeListProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div
        aria-hidden
        className="flex h-8 items-center gap-3 border-line border-b pr-2 pl-3 font-medium text-faint text-xs"
      >
        <span className="flex-1">Name</span>
        <span className="w-36 max-sm:hidden">Last run</span>
        <span className="w-24 max-md:hidden">Edited</span>
        <span className="w-8" />
      </div>
      <Branch {...props} depth={0} />
    </div>
  );
}

function Branch({ tree, depth, ...rest }: WorkflowTreeListProps & { depth: number }) {
  return (
    <ul>
      {tree.folders.map((node) => (
        <FolderRow key={node.folder.id} node={node} depth={depth} {...rest} />
      ))}
      {tree.workflows.map((workflow) => (
        <WorkflowRow
          key={workflow.id}
          workflow={workflow}
          depth={depth}
          lastRun={rest.lastRuns?.get(workflow.id)}
        />
      ))}
    </ul>
  );
}

const rowClasses = 'group flex h-11 items-center gap-3 pr-2 hover:bg-hover';

function FolderRow({
  node,
  depth,
  forceOpen,
  lastRuns,
}: Omit<WorkflowTreeListProps, 'tree'> & { node: FolderNode; depth: number }) {
  const [chosen, setOpen] = useState(true);
  const open = chosen || forceOpen;
  return (
    <li className="not-first:border-line not-first:border-t">
      <RowContextMenu target={{ folder: node.folder }}>
        <div className={rowClasses} style={{ paddingLeft: 12 + depth * INDENT_PX }}>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex h-full min-w-0 flex-1 items-center gap-2 text-left"
          >
            <ChevronRight className={cn('size-4 shrink-0 text-faint', open && 'rotate-90')} aria-hidden />
            <FolderIcon className="size-4 shrink-0 text-faint" aria-hidden />
            <span className="min-w-0 truncate font-medium">{node.folder.name}</span>
            <span className="shrink-0 text-faint text-xs">{countOf(countWorkflows(node), 'workflow')}</span>
          </button>
          <RowMenuButton target={{ folder: node.folder }} />
        </div>
      </RowContextMenu>
      {open && node.folders.length + node.workflows.length > 0 ? (
        <div className="border-line border-t">
          <Branch tree={node} depth={depth + 1} forceOpen={forceOpen} lastRuns={lastRuns} />
        </div>
      ) : null}
    </li>
  );
}

function WorkflowRow(props: { workflow: WorkflowSummary; depth: number; lastRun: LogSummary | undefined }) {
  const { workflow, depth, lastRun } = props;
  const { id } = useWorkspace();
  return (
    <RowContextMenu target={{ workflow }}>
      <li
        className={cn(rowClasses, 'relative not-first:border-line not-first:border-t')}
        style={{ paddingLeft: 12 + depth * INDENT_PX }}
      >
        <Link
          href={workflowPath(id, workflow.id)}
          className={cn(
            'flex h-full min-w-0 flex-1 items-center gap-2 after:absolute',
            'after:inset-0 focus-visible:outline-none focus-visible:after:outline-2',
            'focus-visible:after:outline-focus focus-visible:after:-outline-offset-2',
          )}
        >
          <FileText className="size-4 shrink-0 text-faint" aria-hidden />
          <span className="min-w-0 truncate font-medium">{workflow.name}</span>
          {workflow.description ? (
            <span className="min-w-0 truncate text-faint max-lg:hidden">{workflow.description}</span>
          ) : null}
        </Link>
        <span className="tabular flex w-36 shrink-0 items-center text-xs max-sm:w-auto">
          {lastRun ? (
            <Link
              href={logPath(id, lastRun.id)}
              className="relative z-1 inline-flex items-center gap-1.5 hover:underline"
            >
              <Status kind={lastRun.level === 'error' ? 'error' : 'success'} compact />
              <RelativeTime at={lastRun.startedAt} className="text-muted max-sm:hidden" />
            </Link>
          ) : (
            <span className="text-faint max-sm:hidden">—</span>
          )}
        </span>
        <RelativeTime at={workflow.updatedAt} className="w-24 shrink-0 text-faint text-xs max-md:hidden" />
        <RowMenuButton target={{ workflow }} />
      </li>
    </RowContextMenu>
  );
}
