'use client';

import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { WorkflowTemplate } from '@/lib/core/templates/template';
import { useWorkspace } from '../page/workspace-context';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useWorkflowActions } from '../workflows/workflow-actions';
import type { WorkflowQuestion } from '../workflows/workflow-dialogs';
import { TEMPLATE_FORM, TemplateForm, type TemplateFormProps } from './template-form';
import { NO_SEARCH, TemplateList } from './template-list';
import { useTemplate } from './use-template';

export interface TemplateDialogProps {
  question: Extract<WorkflowQuestion, { kind: 'from-template' }>;
  onClose: () => void;
}

/** Choose a template, fill in what it needs, and continue in the editor. */
export function TemplateDialog({ question, onClose }: TemplateDialogProps) {
  const { id } = useWorkspace();
  const [search, setSearch] = useState(NO_SEARCH);
  const [chosen, setChosen] = useState<WorkflowTemplate | null>(null);
  const { create } = useWorkflowActions(id);
  const filling = useTemplate();
  const { folderId, into } = question;
  const submit: TemplateFormProps['onSubmit'] = ({ name, ...filled }) =>
    filling.mutate(
      { ...filled, folderId },
      {
        onSuccess: (document) => {
          if (into !== undefined) {
            into(document);
            onClose();
            return;
          }
          const description = filled.template.about;
          create.mutate({ name, description, folderId, document }, { onSuccess: onClose });
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      title={chosen === null ? 'Start from a template' : chosen.name}
      {...(chosen === null ? { description: 'Ready to run once you enter where to send the requests.' } : {})}
      footer={
        chosen === null ? undefined : (
          <>
            <Button className="mr-auto" onClick={() => setChosen(null)}>
              <ArrowLeft aria-hidden />
              All templates
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={TEMPLATE_FORM}
              busy={filling.isPending || create.isPending}
            >
              {into === undefined ? 'Create workflow' : 'Use this template'}
            </Button>
          </>
        )
      }
    >
      {chosen === null ? (
        <TemplateList search={search} onSearch={setSearch} onChoose={setChosen} />
      ) : (
        <TemplateForm template={chosen} isNew={into === undefined} error={filling.error} onSubmit={submit} />
      )}
    </Dialog>
  );
}
