'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { assistantModelQuery } from '@/components/page/assistant-queries';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { removeAssistantModelEndpoint } from '@/lib/services/assistant/endpoints';
import type { AssistantModel } from '@/lib/services/assistant/schema';
import { AssistantForm } from './assistant-form';
import { SettingsCard, SettingsSection } from './settings-section';

/** The assistant's model; only admins may choose it. */
export function AssistantSettings() {
  const { id, isAdmin } = useWorkspace();
  const model = useQuery(assistantModelQuery(id));
  return (
    <SettingsSection
      title="Assistant"
      description={
        'A model of your choice proposes blocks from a description or documentation, and explains errors. ' +
        'It only proposes: authors see each change before they apply it. ' +
        'Without a model, the editor has no assistant.'
      }
    >
      {model.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
      {model.isError ? <LoadFailure error={model.error} onRetry={() => model.refetch()} /> : null}
      {model.data === undefined ? null : (
        <>
          <SettingsCard>
            {isAdmin ? (
              <AssistantForm key={model.data?.changedAt ?? 'none'} model={model.data} />
            ) : (
              <Chosen model={model.data} />
            )}
          </SettingsCard>
          <p className="mt-4 max-w-xl text-muted text-sm">
            The model gets what an author asks, the types of blocks, and the workflow without its secrets: no
            values of variables, no credentials, no tokens of connections, and only the names and types of
            block outputs.
          </p>
          {isAdmin && model.data !== null ? <RemoveButton /> : null}
        </>
      )}
    </SettingsSection>
  );
}

function Chosen({ model }: { model: AssistantModel | null }) {
  if (model === null) return <p>No model is chosen. An admin of the workspace can choose one.</p>;
  return (
    <p>
      <code>{model.model}</code> of {model.baseUrl === '' ? model.provider : model.baseUrl}
    </p>
  );
}

function RemoveButton() {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.call(removeAssistantModelEndpoint, { params: { workspaceId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: assistantModelQuery(workspaceId).queryKey });
      toast.success('Removed the assistant');
      setAsks(false);
    },
  });
  return (
    <div className="mt-4">
      <Button variant="danger" onClick={() => setAsks(true)}>
        Remove the assistant…
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Remove the assistant?"
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        It disappears from all editors of this workspace. Workflows, and the variable with the key, stay.
      </ConfirmDialog>
    </div>
  );
}
