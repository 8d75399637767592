'use client';

import { useQuery } from '@tanstack/react-query';
import {
  CirclePause,
  Copy,
  CornerUpLeft,
  Download,
  Folder as FolderIcon,
  FolderInput,
  FolderPlus,
  Pencil,
  Plus,
  ScrollText,
  Trash2,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { useHoldDialog } from '@/components/holds/hold-dialog-state';
import { holdOn, holdsQuery } from '@/components/holds/hold-queries';
import { errorWords } from '@/components/page/error-words';
import { logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import {
  ContextMenu,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from '@/components/ui/context-menu';
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
import { MoreButton } from '@/components/ui/more-button';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Folder } from '@/lib/services/folders/schema';
import { downloadWorkflow } from './download-workflow';
import { folderChoices } from './folder-tree';
import { useFolderActions, useWorkflowActions } from './workflow-actions';
import { useWorkflowDialogs } from './workflow-dialogs';
import { foldersQuery } from './workflow-queries';

const BUTTON_KIT = {
  Item: DropdownMenuItem,
  Separator: DropdownMenuSeparator,
  Sub: DropdownMenuSub,
  SubTrigger: DropdownMenuSubTrigger,
  SubContent: DropdownMenuSubContent,
};

const POINTER_KIT = {
  Item: ContextMenuItem,
  Separator: ContextMenuSeparator,
  Sub: ContextMenuSub,
  SubTrigger: ContextMenuSubTrigger,
  SubContent: ContextMenuSubContent,
};

/** The row's button and its context menu have the same items. */
type MenuKit = typeof BUTTON_KIT | typeof POINTER_KIT;

export type RowTarget = { workflow: WorkflowSummary } | { folder: Folder };

function RowItems({ target, kit }: { target: RowTarget; kit: MenuKit }) {
  return 'workflow' in target ? (
    <WorkflowItems workflow={target.workflow} kit={kit} />
  ) : (
    <FolderItems folder={target.folder} kit={kit} />
  );
}

/** The button at a row's end. Readers have no actions for folders. */
export function RowMenuButton({ target }: { target: RowTarget }) {
  const { canWrite } = useWorkspace();
  if ('folder' in target && !canWrite) return null;
  const label =
    'workflow' in target ? `Actions for ${target.workflow.name}` : `Actions for folder ${target.folder.name}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MoreButton label={label} className="relative z-1" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <RowItems target={target} kit={BUTTON_KIT} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Gives its only child, the row, the same menu as a context menu. */
export function RowContextMenu({ target, children }: { target: RowTarget; children: ReactNode }) {
  const { canWrite } = useWorkspace();
  if ('folder' in target && !canWrite) return children;
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild>{children}</ContextMenuTrigger>
      <ContextMenuContent>
        <RowItems target={target} kit={POINTER_KIT} />
      </ContextMenuContent>
    </ContextMenu>
  );
}

/** Holds the workflow, or opens its hold. */
function HoldItem({ workflow, kit }: { workflow: WorkflowSummary; kit: MenuKit }) {
  const { id } = useWorkspace();
  const { ask } = useHoldDialog();
  const { data: holds } = useQuery(holdsQuery(id));
  const target = { workspaceId: id, workflowId: workflow.id, name: workflow.name };
  return (
    <kit.Item onSelect={() => ask(target)}>
      <CirclePause aria-hidden />
      {holdOn(holds, workflow.id) === undefined ? 'Hold…' : 'Release or discard…'}
    </kit.Item>
  );
}

function WorkflowItems({ workflow, kit }: { workflow: WorkflowSummary; kit: MenuKit }) {
  const { id, canWrite } = useWorkspace();
  const router = useRouter();
  const { ask } = useWorkflowDialogs();
  const { update, duplicate } = useWorkflowActions(id);
  const download = () =>
    downloadWorkflow(workflow.id).catch((error: unknown) => toast.error(errorWords(error)));
  const move = (folderId: string | null) => update.mutate({ id: workflow.id, folderId });
  return (
    <>
      {canWrite ? (
        <>
          <kit.Item onSelect={() => ask({ kind: 'rename-workflow', workflow })}>
            <Pencil aria-hidden />
            Rename…
          </kit.Item>
          <kit.Item onSelect={() => duplicate.mutate(workflow.id)}>
            <Copy aria-hidden />
            Duplicate
          </kit.Item>
          <MoveMenu kit={kit} current={workflow.folderId} onMove={move} />
          <HoldItem workflow={workflow} kit={kit} />
        </>
      ) : null}
      <kit.Item onSelect={download}>
        <Download aria-hidden />
        Export as JSON
      </kit.Item>
      <kit.Item onSelect={() => router.push(`${logsPath(id)}?workflowIds=${workflow.id}`)}>
        <ScrollText aria-hidden />
        Show its logs
      </kit.Item>
      {canWrite ? (
        <>
          <kit.Separator />
          <kit.Item danger onSelect={() => ask({ kind: 'delete-workflow', workflow })}>
            <Trash2 aria-hidden />
            Delete…
          </kit.Item>
        </>
      ) : null}
    </>
  );
}

function FolderItems({ folder, kit }: { folder: Folder; kit: MenuKit }) {
  const { id } = useWorkspace();
  const { ask } = useWorkflowDialogs();
  const { update } = useFolderActions(id);
  return (
    <>
      <kit.Item onSelect={() => ask({ kind: 'new-workflow', folderId: folder.id })}>
        <Plus aria-hidden />
        New workflow here…
      </kit.Item>
      <kit.Item onSelect={() => ask({ kind: 'new-folder', parentId: folder.id })}>
        <FolderPlus aria-hidden />
        New folder here…
      </kit.Item>
      <kit.Item onSelect={() => ask({ kind: 'rename-folder', folder })}>
        <Pencil aria-hidden />
        Rename…
      </kit.Item>
      <MoveMenu
        kit={kit}
        current={folder.parentId}
        except={folder.id}
        onMove={(parentId) => update.mutate({ id: folder.id, parentId })}
      />
      <kit.Separator />
      <kit.Item danger onSelect={() => ask({ kind: 'delete-folder', folder })}>
        <Trash2 aria-hidden />
        Delete…
      </kit.Item>
    </>
  );
}

interface MoveMenuProps {
  kit: MenuKit;
  current: string | null;
  /** A folder to leave out, because it cannot be moved into itself. */
  except?: string;
  onMove: (folderId: string | null) => void;
}

function MoveMenu({ kit, current, except, onMove }: MoveMenuProps) {
  const { id } = useWorkspace();
  const folders = useQuery(foldersQuery(id));
  const choices = folderChoices(folders.data ?? [], except).filter((choice) => choice.id !== current);
  if (choices.length === 0 && current === null) return null;
  return (
    <kit.Sub>
      <kit.SubTrigger>
        <FolderInput aria-hidden />
        Move to
      </kit.SubTrigger>
      <kit.SubContent>
        {current === null ? null : (
          <kit.Item onSelect={() => onMove(null)}>
            <CornerUpLeft aria-hidden />
            Top level
          </kit.Item>
        )}
        {choices.map((choice) => (
          <kit.Item key={choice.id} onSelect={() => onMove(choice.id)}>
            <FolderIcon aria-hidden />
            <span className="min-w-0 truncate">{choice.path}</span>
          </kit.Item>
        ))}
      </kit.SubContent>
    </kit.Sub>
  );
}
