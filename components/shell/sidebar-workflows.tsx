'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FileText } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useMemo, useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { buildTree, type FolderNode, type WorkflowTree } from '@/components/workflows/folder-tree';
import { foldersQuery, workflowsQuery } from '@/components/workflows/workflow-queries';
import { workflowPath } from '../page/paths';
import { useWorkspace } from '../page/workspace-context';

const INDENT_PX = 14;

/** The workspace's workflows in their folders, for navigation. */
export function SidebarWorkflows() {
  const { id } = useWorkspace();
  const workflows = useQuery(workflowsQuery(id));
  const folders = useQuery(foldersQuery(id));
  const tree = useMemo(
    () => buildTree(folders.data ?? [], workflows.data ?? []),
    [folders.data, workflows.data],
  );
  if (workflows.isPending) return <SkeletonRows rows={4} className="h-6" />;
  if (tree.folders.length + tree.workflows.length === 0) return null;
  return <Branch tree={tree} depth={0} />;
}

function Branch({ tree, depth }: { tree: WorkflowTree; depth: number }) {
  const { id } = useWorkspace();
  const pathname = usePathname();
  return (
    <ul>
      {tree.folders.map((node) => (
        <FolderBranch key={node.folder.id} node={node} depth={depth} />
      ))}
      {tree.workflows.map((workflow) => (
        <li key={workflow.id}>
          <Link
            href={workflowPath(id, workflow.id)}
            aria-current={pathname === workflowPath(id, workflow.id) ? 'page' : undefined}
            style={{ paddingLeft: 8 + depth * INDENT_PX }}
            className={cn(
              'flex h-7 items-center gap-1.5 rounded-md pr-2 text-muted hover:bg-hover hover:text-ink',
              'aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink',
            )}
          >
            <FileText className="size-3.5 shrink-0 text-faint" aria-hidden />
            <span className="min-w-0 truncate">{workflow.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function FolderBranch({ node, depth }: { node: FolderNode; depth: number }) {
  const [open, setOpen] = useState(true);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={{ paddingLeft: 8 + depth * INDENT_PX }}
        className={cn(
          'flex h-7 w-full items-center gap-1.5 rounded-md pr-2',
          'text-left text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <ChevronRight
          className={cn(
            'size-3.5 shrink-0 text-faint transition-transform duration-100',
            open && 'rotate-90',
          )}
          aria-hidden
        />
        <span className="min-w-0 truncate">{node.folder.name}</span>
      </button>
      {open ? <Branch tree={node} depth={depth + 1} /> : null}
    </li>
  );
}
