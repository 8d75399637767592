import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { setWorkflowRedactionEndpoint } from '@/lib/services/redaction/endpoints';
import type { Redaction, WorkflowRedaction } from '@/lib/services/redaction/schema';
import { fieldProblems } from '../../page/error-words';
import { FormDialog } from '../../page/form-dialog';
import { LoadFailure } from '../../page/load-failure';
import { RedactionFields, useRedactionTexts } from '../../redaction/redaction-fields';
import { workflowRedactionQuery } from '../../redaction/redaction-queries';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/format-quantity';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';

/** Says what is left out of the logs of this workflow, and opens the dialog to change it. */
export function RedactionField({ onOpen }: { onOpen: () => void }) {
  const id = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const rules = useQuery(workflowRedactionQuery(id));
  if (rules.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (rules.isError) return <LoadFailure error={rules.error} onRetry={() => rules.refetch()} />;
  return (
    <section aria-label="Redaction" className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">Redaction</h3>
      <p className="text-muted text-sm">{rulesWords(rules.data.data)}</p>
      {readOnly ? null : (
        <Button className="self-start" onClick={onOpen}>
          Change redaction…
        </Button>
      )}
    </section>
  );
}

function rulesWords({ names, paths, ofWorkspace }: WorkflowRedaction): string {
  const own = names.length + paths.length;
  const others = ofWorkspace.names.length + ofWorkspace.paths.length;
  if (own + others === 0) return 'Logs have all values.';
  if (others === 0) return `${countOf(own, 'rule')} of this workflow.`;
  if (own === 0) return `${countOf(others, 'rule')} of the workspace.`;
  return `${countOf(own, 'rule')} of this workflow, and ${others} of the workspace.`;
}

/** The state of the dialog, which stands beside the form that opens it: a form in a form would submit both. */
export function useRedactionDialog() {
  const [isOpen, setOpen] = useState(false);
  const id = useEditor((state) => state.workflowId);
  const rules = useQuery({ ...workflowRedactionQuery(id), enabled: isOpen });
  const dialog =
    isOpen && rules.data !== undefined ? (
      <RedactionDialog workflowId={id} saved={rules.data.data} onClose={() => setOpen(false)} />
    ) : null;
  return { open: () => setOpen(true), dialog };
}

interface RedactionDialogProps {
  workflowId: string;
  saved: Redaction;
  onClose: () => void;
}

/** Sets what is left out besides the rules of the workspace. Saved immediately, outside the document. */
function RedactionDialog({ workflowId, saved, onClose }: RedactionDialogProps) {
  const queries = useQueryClient();
  const texts = useRedactionTexts(saved);
  const { checked } = texts;
  const save = useMutation({
    mutationFn: (body: Redaction) =>
      client.call(setWorkflowRedactionEndpoint, { params: { id: workflowId }, body }),
    onSuccess: (answer) => {
      queries.setQueryData(workflowRedactionQuery(workflowId).queryKey, answer);
      toast.success('Redaction saved');
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      size="sm"
      title="Redaction"
      description="These rules add to those of the workspace."
      submitLabel="Save"
      busy={save.isPending}
      form={{
        noValidate: true,
        error: save.error,
        problems: fieldProblems(checked),
        onSubmit: () => checked.success && save.mutate(checked.data),
      }}
      onClose={onClose}
    >
      <RedactionFields texts={texts} readOnly={false} />
    </FormDialog>
  );
}
