'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { fieldProblems } from '@/components/page/error-words';
import { Form } from '@/components/page/form';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { RedactionFields, useRedactionTexts } from '@/components/redaction/redaction-fields';
import { workspaceRedactionQuery } from '@/components/redaction/redaction-queries';
import { Button } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { setWorkspaceRedactionEndpoint } from '@/lib/services/redaction/endpoints';
import type { Redaction } from '@/lib/services/redaction/schema';

/** Sets which values are left out of the logs of all workflows. */
export function WorkspaceRedaction() {
  const { id: workspaceId } = useWorkspace();
  const rules = useQuery(workspaceRedactionQuery(workspaceId));
  if (rules.isPending) return <SkeletonRows rows={2} className="h-24" />;
  if (rules.isError) return <LoadFailure error={rules.error} onRetry={() => void rules.refetch()} />;
  return <RedactionForm saved={rules.data.data} />;
}

function RedactionForm({ saved }: { saved: Redaction }) {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const texts = useRedactionTexts(saved);
  const { checked } = texts;
  const save = useMutation({
    mutationFn: (body: Redaction) =>
      client.call(setWorkspaceRedactionEndpoint, { params: { workspaceId }, body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(workspaceRedactionQuery(workspaceId).queryKey, answer);
      toast.success('Redaction saved');
    },
    meta: { quiet: true },
  });
  return (
    <Form
      noValidate
      error={save.error}
      problems={fieldProblems(checked)}
      onSubmit={() => checked.success && save.mutate(checked.data)}
    >
      <RedactionFields texts={texts} readOnly={!isAdmin} />
      {isAdmin ? (
        <Button type="submit" variant="primary" className="self-start" busy={save.isPending}>
          Save redaction
        </Button>
      ) : (
        <p className="text-muted text-sm">Admins of this workspace can change this.</p>
      )}
    </Form>
  );
}
