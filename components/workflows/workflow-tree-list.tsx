'use client';

import { ArrowDown, ChevronRight, Folder as FolderIcon } from 'lucide-react';
import { useState } from 'react';
import { holdOn } from '@/components/holds/hold-queries';
import { cn } from '@/components/ui/class-names';
import { countOf } from '@/components/ui/format-quantity';
import type { Hold } from '@/lib/services/holds/schema';
import type { WorkflowActivity } from '@/lib/services/workflow-activity/schema';
import { countWorkflows, type FolderNode, type WorkflowOrder, type WorkflowTree } from './folder-tree';
import { RowContextMenu, RowMenuButton } from './row-menus';
import { changeWorkflowOrder, useWorkflowOrder } from './workflow-order';
import { COLUMN_CLASSES, ROW_CLASSES, WorkflowRow } from './workflow-row';

const INDENT_PX = 20;
const FIRST_INDENT_PX = 12;

export interface WorkflowTreeListProps {
  tree: WorkflowTree;
  /** By workflow id, once known. */
  activity: ReadonlyMap<string, WorkflowActivity> | undefined;
  /** Of the workspace, once known. */
  holds: readonly Hold[] | undefined;
  /** If true, all folders are open, for example while filtering. */
  forceOpen: boolean;
}

export function WorkflowTreeList(props: WorkflowTreeListProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <ListHead />
      <Branch {...props} depth={0} />
    </div>
  );
}

function ListHead() {
  return (
    <div
      className={cn(
        'flex h-8 items-center gap-3 border-line border-b',
        'pr-2 pl-3 font-medium text-faint text-xs',
      )}
    >
      <span className="flex-1">
        <SortButton by="name">Name</SortButton>
      </span>
      <span aria-hidden className={COLUMN_CLASSES.state}>
        Version
      </span>
      <span className={cn(COLUMN_CLASSES.lastRun, 'max-sm:shrink')}>
        <SortButton by="last-run">Last run</SortButton>
      </span>
      <span aria-hidden className={COLUMN_CLASSES.nextRun}>
        Next run
      </span>
      <span className={COLUMN_CLASSES.edited}>
        <SortButton by="edited">Edited</SortButton>
      </span>
      <span className="w-8" />
    </div>
  );
}

function SortButton({ by, children }: { by: WorkflowOrder; children: string }) {
  const isChosen = useWorkflowOrder() === by;
  return (
    <button
      type="button"
      aria-label={`Sort by ${children.toLowerCase()}`}
      aria-pressed={isChosen}
      onClick={() => changeWorkflowOrder(by)}
      className={cn('inline-flex h-6 items-center gap-1 hover:text-ink', isChosen && 'text-muted')}
    >
      {children}
      <ArrowDown
        className={cn('size-3', !isChosen && 'invisible', by === 'name' && 'rotate-180')}
        aria-hidden
      />
    </button>
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
          indentPx={FIRST_INDENT_PX + depth * INDENT_PX}
          activity={rest.activity?.get(workflow.id)}
          hold={holdOn(rest.holds, workflow.id) ?? holdOn(rest.holds, null)}
        />
      ))}
    </ul>
  );
}

function FolderRow({
  node,
  depth,
  forceOpen,
  activity,
  holds,
}: Omit<WorkflowTreeListProps, 'tree'> & { node: FolderNode; depth: number }) {
  const [chosen, setOpen] = useState(true);
  const open = chosen || forceOpen;
  return (
    <li className="not-first:border-line not-first:border-t">
      <RowContextMenu target={{ folder: node.folder }}>
        <div className={ROW_CLASSES} style={{ paddingLeft: FIRST_INDENT_PX + depth * INDENT_PX }}>
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
          <Branch tree={node} depth={depth + 1} forceOpen={forceOpen} activity={activity} holds={holds} />
        </div>
      ) : null}
    </li>
  );
}
