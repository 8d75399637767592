'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { holdsQuery } from '@/components/holds/hold-queries';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countOf } from '@/components/ui/format-quantity';
import { RelativeTime } from '@/components/ui/relative-time';
import { workflowsKey } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { purgeWorkflowEndpoint, restoreWorkflowEndpoint } from '@/lib/services/removal/endpoints';
import type { DeletedWorkflow } from '@/lib/services/removal/schema';
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
      <QueryTable
        query={query}
        rows={query.data}
        empty={{
          icon: Trash2,
          title: 'No deleted workflows',
          words: 'Workflows that somebody deletes appear here.',
        }}
        keyOf={(workflow) => workflow.id}
        columns={[
          {
            title: 'Workflow',
            className: 'min-w-48 max-w-96',
            cell: (workflow) => <NameOf workflow={workflow} />,
          },
          {
            title: 'Deleted',
            cell: ({ deletedAt, deletedBy }) => (
              <>
                <RelativeTime at={deletedAt} /> by {deletedBy?.name ?? 'a deleted account'}
              </>
            ),
          },
          { title: 'Restorable until', cell: ({ restorableUntil }) => <RelativeTime at={restorableUntil} /> },
        ]}
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

function NameOf({ workflow: { name, liveVersion, subscriptions } }: { workflow: DeletedWorkflow }) {
  const parts = [
    liveVersion === null ? 'No live version' : `Version ${liveVersion} live`,
    ...(subscriptions === 0 ? [] : [countOf(subscriptions, 'webhook subscription')]),
  ];
  return (
    <>
      <span className="block truncate font-medium" title={name}>
        {name}
      </span>
      <span className="block text-muted text-xs">{parts.join(' · ')}</span>
    </>
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
