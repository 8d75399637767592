'use client';

import { useQuery } from '@tanstack/react-query';
import {
  Copy,
  CornerUpLeft,
  Download,
  Folder as FolderIcon,
  FolderInput,
  FolderPlus,
  MoreHorizontal,
  Pencil,
  Plus,
  ScrollText,
  Trash2,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/shell/error-words';
import { logsPath } from '@/components/shell/paths';
import { useWorkspace } from '@/components/shell/workspace-context';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { Folder } from '@/lib/folders/schema';
import type { WorkflowSummary } from '@/lib/workflows/schema';
import { folderChoices } from './folder-tree';
import { useFolderActions, useWorkflowActions } from './workflow-actions';
import { useWorkflowDialogs } from './workflow-dialogs';
import { downloadWorkflow } from './workflow-file';
import { foldersQuery } from './workflow-queries';

export function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { id, canWrite } = useWorkspace();
  const router = useRouter();
  const { ask } = useWorkflowDialogs();
  const { update, duplicate } = useWorkflowActions(id);
  const download = () =>
    downloadWorkflow(workflow.id).catch((error: unknown) => toast.error(errorWords(error)));
  const move = (folderId: string | null) => update.mutate({ id: workflow.id, folderId });
  return (
    <RowMenu label={`Actions for ${workflow.name}`}>
      {canWrite ? (
        <>
          <DropdownMenuItem onSelect={() => ask({ kind: 'rename-workflow', workflow })}>
            <Pencil aria-hidden />
            Rename…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => duplicate.mutate(workflow.id)}>
            <Copy aria-hidden />
            Duplicate
          </DropdownMenuItem>
          <MoveMenu current={workflow.folderId} onMove={move} />
        </>
      ) : null}
      <DropdownMenuItem onSelect={download}>
        <Download aria-hidden />
        Export as JSON
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => router.push(`${logsPath(id)}?workflowIds=${workflow.id}`)}>
        <ScrollText aria-hidden />
        Show its logs
      </DropdownMenuItem>
      {canWrite ? (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={() => ask({ kind: 'delete-workflow', workflow })}>
            <Trash2 aria-hidden />
            Delete…
          </DropdownMenuItem>
        </>
      ) : null}
    </RowMenu>
  );
}

export function FolderMenu({ folder }: { folder: Folder }) {
  const { id, canWrite } = useWorkspace();
  const { ask } = useWorkflowDialogs();
  const { update } = useFolderActions(id);
  if (!canWrite) return null;
  return (
    <RowMenu label={`Actions for folder ${folder.name}`}>
      <DropdownMenuItem onSelect={() => ask({ kind: 'new-workflow', folderId: folder.id })}>
        <Plus aria-hidden />
        New workflow in here…
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => ask({ kind: 'new-folder', parentId: folder.id })}>
        <FolderPlus aria-hidden />
        New folder in here…
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => ask({ kind: 'rename-folder', folder })}>
        <Pencil aria-hidden />
        Rename…
      </DropdownMenuItem>
      <MoveMenu
        current={folder.parentId}
        except={folder.id}
        onMove={(parentId) => update.mutate({ id: folder.id, parentId })}
      />
      <DropdownMenuSeparator />
      <DropdownMenuItem danger onSelect={() => ask({ kind: 'delete-folder', folder })}>
        <Trash2 aria-hidden />
        Delete…
      </DropdownMenuItem>
    </RowMenu>
  );
}

function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={label}
        className="relative z-1 flex size-8 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      >
        <MoreHorizontal className="size-4" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}

interface MoveMenuProps {
  current: string | null;
  /** A folder that can't be moved into itself. */
  except?: string;
  onMove: (folderId: string | null) => void;
}

function MoveMenu({ current, except, onMove }: MoveMenuProps) {
  const { id } = useWorkspace();
  const folders = useQuery(foldersQuery(id));
  const choices = folderChoices(folders.data ?? [], except).filter((choice) => choice.id !== current);
  if (choices.length === 0 && current === null) return null;
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <FolderInput aria-hidden />
        Move to
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        {current === null ? null : (
          <DropdownMenuItem onSelect={() => onMove(null)}>
            <CornerUpLeft aria-hidden />
            Top level
          </DropdownMenuItem>
        )}
        {choices.map((choice) => (
          <DropdownMenuItem key={choice.id} onSelect={() => onMove(choice.id)}>
            <FolderIcon aria-hidden />
            <span className="min-w-0 truncate">{choice.path}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
