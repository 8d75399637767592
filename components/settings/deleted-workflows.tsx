'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { holdsQuery } from '@/components/holds/hold-queries';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countOf } from '@/components/ui/format-quantity';
import { workflowsKey } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { purgeWorkflowEndpoint, restoreWorkflowEndpoint } from '@/lib/services/removal/endpoints';
import type { DeletedWorkflow } from '@/lib/services/removal/schema';
import { DeletedTable } from './deleted-table';
import { deletedWorkflowsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** The workflows that were deleted and can be restored. */
export function DeletedWorkflows() {
  const { id, canWrite, isAdmin } = useWorkspace();
  const query = useQuery(deletedWorkflowsQuery(id));
  const [purging, setPurging] = useState<DeletedWorkflow | null>(null);
  return (
    <SettingsSection
      title="Recently deleted"
      description="Workflows can be restored for 30 days. A restored one is on hold until you release it."
    >
      <DeletedTable
        query={query}
        rows={query.data}
        kind="Workflow"
        empty={{
          icon: Trash2,
          title: 'No deleted workflows',
          words: 'Workflows that somebody deletes appear here.',
        }}
        name={({ name, liveVersion, subscriptions }) => ({
          title: name,
          details: [
            liveVersion === null ? 'No live version' : `Version ${liveVersion} live`,
            ...(subscriptions === 0 ? [] : [countOf(subscriptions, 'webhook subscription')]),
          ],
        })}
        actions={(workflow) => (
          <>
            {canWrite ? <RestoreButton workflow={workflow} /> : null}
            {isAdmin ? (
              <Button
                size="sm"
                aria-label={`Delete ${workflow.name} for good…`}
                onClick={() => setPurging(workflow)}
              >
                Delete…
              </Button>
            ) : null}
          </>
        )}
      />
      {purging === null ? null : <PurgeQuestion workflow={purging} onClose={() => setPurging(null)} />}
    </SettingsSection>
  );
}

function RestoreButton({ workflow: { id, name } }: { workflow: DeletedWorkflow }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => client.call(restoreWorkflowEndpoint, { params: { id } }),
    onSuccess: async () => {
      const changed = [workflowsKey(workspaceId), holdsQuery(workspaceId).queryKey];
      for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: deletedWorkflowsQuery(workspaceId).queryKey });
      toast.success(`Restored ${name}. It is on hold.`);
    },
  });
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Restore ${name}`}
      busy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore
    </Button>
  );
}

interface PurgeQuestionProps {
  workflow: DeletedWorkflow;
  onClose: () => void;
}

function PurgeQuestion({ workflow: { id, name }, onClose }: PurgeQuestionProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const purge = useMutation({
    mutationFn: () => client.call(purgeWorkflowEndpoint, { params: { id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deletedWorkflowsQuery(workspaceId).queryKey });
      toast.success(`Deleted ${name} for good`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${name}” for good?`}
      confirmLabel="Delete for good"
      danger
      busy={purge.isPending}
      onConfirm={() => purge.mutate()}
    >
      Its draft, versions, tests and comments are deleted. The logs of its runs are kept. This can’t be
      undone.
    </ConfirmDialog>
  );
}
