'use client';

import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { toast } from 'sonner';
import { create } from 'zustand';
import { deletionImpactWords } from '@/components/page/deletion-impact-words';
import { NameDialog } from '@/components/page/name-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { WorkflowDocument, WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Folder } from '@/lib/services/folders/schema';
import { starterDocument } from './starter-document';
import { useFolderActions, useWorkflowActions } from './workflow-actions';
import { workflowEndsQuery } from './workflow-queries';

export type WorkflowQuestion =
  | { kind: 'new-workflow'; folderId: string | null }
  /** `into` receives the document instead of creating a workflow. */
  | { kind: 'from-template'; folderId: string | null; into?: (document: WorkflowDocument) => void }
  | { kind: 'rename-workflow'; workflow: WorkflowSummary }
  | { kind: 'delete-workflow'; workflow: WorkflowSummary }
  | { kind: 'new-folder'; parentId: string | null }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder };

interface DialogState {
  question: WorkflowQuestion | null;
  ask: (question: WorkflowQuestion | null) => void;
}

/** The open dialog; any row or command can open one. */
export const useWorkflowDialogs = create<DialogState>((set) => ({
  question: null,
  ask: (question) => set({ question }),
}));

const FOLDER_NAME_LENGTH = 80;
const WORKFLOW_NAME_LENGTH = 120;

/** Rendered once, in the shell. */
export function WorkflowDialogs() {
  const { question, ask } = useWorkflowDialogs();
  const close = () => ask(null);
  // Templates have their own dialog (components/templates).
  if (!question || question.kind === 'from-template') return null;
  const shared = { onClose: close };
  if (question.kind === 'delete-workflow') return <DeleteWorkflowQuestion question={question} {...shared} />;
  if (question.kind === 'delete-folder') return <DeleteFolderQuestion question={question} {...shared} />;
  return question.kind === 'new-folder' || question.kind === 'rename-folder' ? (
    <FolderNameQuestion question={question} {...shared} />
  ) : (
    <WorkflowNameQuestion question={question} {...shared} />
  );
}

interface Asked<Kind extends WorkflowQuestion['kind']> {
  question: Extract<WorkflowQuestion, { kind: Kind }>;
  onClose: () => void;
}

function WorkflowNameQuestion({ question, onClose }: Asked<'new-workflow' | 'rename-workflow'>) {
  const { id } = useWorkspace();
  const { create: make, update } = useWorkflowActions(id);
  const isNew = question.kind === 'new-workflow';
  return (
    <NameDialog
      open
      onOpenChange={onClose}
      title={isNew ? 'New workflow' : 'Rename workflow'}
      initial={isNew ? '' : question.workflow.name}
      placeholder="Sync orders"
      submitLabel={isNew ? 'Create workflow' : 'Rename'}
      maxLength={WORKFLOW_NAME_LENGTH}
      busy={make.isPending || update.isPending}
      instead={isNew ? <TemplateInstead folderId={question.folderId} /> : null}
      onSubmit={(name) =>
        isNew
          ? make.mutate(
              { name, folderId: question.folderId, document: starterDocument() },
              { onSuccess: onClose },
            )
          : update.mutate({ id: question.workflow.id, name }, { onSuccess: onClose })
      }
    />
  );
}

function TemplateInstead({ folderId }: { folderId: string | null }) {
  const { ask } = useWorkflowDialogs();
  return (
    <Button className="mr-auto" onClick={() => ask({ kind: 'from-template', folderId })}>
      <LayoutTemplate aria-hidden />
      From a template
    </Button>
  );
}

function FolderNameQuestion({ question, onClose }: Asked<'new-folder' | 'rename-folder'>) {
  const { id } = useWorkspace();
  const { create: make, update } = useFolderActions(id);
  const isNew = question.kind === 'new-folder';
  return (
    <NameDialog
      open
      onOpenChange={onClose}
      title={isNew ? 'New folder' : 'Rename folder'}
      initial={isNew ? '' : question.folder.name}
      submitLabel={isNew ? 'Create folder' : 'Rename'}
      maxLength={FOLDER_NAME_LENGTH}
      busy={make.isPending || update.isPending}
      onSubmit={(name) =>
        isNew
          ? make.mutate({ name, parentId: question.parentId }, { onSuccess: onClose })
          : update.mutate({ id: question.folder.id, name }, { onSuccess: onClose })
      }
    />
  );
}

function DeleteFolderQuestion({ question, onClose }: Asked<'delete-folder'>) {
  const { id } = useWorkspace();
  const { remove } = useFolderActions(id);
  const { folder } = question;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${folder.name}”?`}
      confirmLabel="Delete folder"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(folder.id, { onSuccess: saidDeleted(folder.name, onClose) })}
    >
      Its contents move up to the folder’s parent. No workflow is deleted. It can be restored for 30 days.
    </ConfirmDialog>
  );
}

/** Names what else ends, counted by the server. */
function DeleteWorkflowQuestion({ question, onClose }: Asked<'delete-workflow'>) {
  const { id } = useWorkspace();
  const { remove } = useWorkflowActions(id);
  const { workflow } = question;
  const ends = useQuery(workflowEndsQuery(id, workflow.id));
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${workflow.name}”?`}
      confirmLabel="Delete workflow"
      danger
      busy={remove.isPending || ends.isPending}
      onConfirm={() => remove.mutate(workflow.id, { onSuccess: saidDeleted(workflow.name, onClose) })}
    >
      <p>It can be restored for 30 days, under Settings → Recently deleted. The logs of its runs are kept.</p>
      {ends.data ? <p className="mt-2">{deletionImpactWords(ends.data, 'workflow')}</p> : null}
      {ends.isError ? (
        <p className="mt-2">Its webhook subscriptions are deleted too. Couldn’t load how many there are.</p>
      ) : null}
    </ConfirmDialog>
  );
}

const saidDeleted = (name: string, onClose: () => void) => () => {
  toast.success(`Deleted “${name}”`);
  onClose();
};
