'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useRefreshWebhooks } from '@/components/webhooks/webhook-queries';
import { client } from '@/lib/platform/http/client';
import { purgeWebhookEndpoint, restoreWebhookEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { DeletedWebhook } from '@/lib/services/outgoing-webhooks/schema';
import { DeletedTable } from './deleted-table';
import { deletedWebhooksQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

const titleOf = ({ name, url }: DeletedWebhook): string => (name === '' ? url : name);

/** The webhook subscriptions that were deleted and can be restored. */
export function DeletedWebhooks() {
  const { id, canWrite, isAdmin } = useWorkspace();
  const query = useQuery(deletedWebhooksQuery(id));
  const [purging, setPurging] = useState<DeletedWebhook | null>(null);
  return (
    <SettingsSection
      title="Webhook subscriptions"
      description="A restored subscription keeps its secret. It is paused until you resume it."
    >
      <DeletedTable
        query={query}
        rows={query.data}
        kind="Subscription"
        empty={{
          icon: Webhook,
          title: 'No deleted subscriptions',
          words: 'Those that are deleted with their workflow are restored with it.',
        }}
        name={(webhook) => ({
          title: titleOf(webhook),
          details: [webhook.workflowName ?? 'All workflows', webhook.signed ? 'Signed' : 'Not signed'],
        })}
        actions={(webhook) => (
          <>
            {canWrite ? <RestoreButton webhook={webhook} /> : null}
            {isAdmin ? (
              <Button
                size="sm"
                aria-label={`Delete ${titleOf(webhook)} for good…`}
                onClick={() => setPurging(webhook)}
              >
                Delete…
              </Button>
            ) : null}
          </>
        )}
      />
      {purging === null ? null : <PurgeQuestion webhook={purging} onClose={() => setPurging(null)} />}
    </SettingsSection>
  );
}

function RestoreButton({ webhook }: { webhook: DeletedWebhook }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const refresh = useRefreshWebhooks(workspaceId);
  const restore = useMutation({
    mutationFn: () => client.call(restoreWebhookEndpoint, { params: { id: webhook.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deletedWebhooksQuery(workspaceId).queryKey });
      toast.success(`Restored ${titleOf(webhook)}. It is paused.`);
      await refresh();
    },
  });
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Restore ${titleOf(webhook)}`}
      busy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore
    </Button>
  );
}

interface PurgeQuestionProps {
  webhook: DeletedWebhook;
  onClose: () => void;
}

function PurgeQuestion({ webhook, onClose }: PurgeQuestionProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const purge = useMutation({
    mutationFn: () => client.call(purgeWebhookEndpoint, { params: { id: webhook.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deletedWebhooksQuery(workspaceId).queryKey });
      toast.success(`Deleted ${titleOf(webhook)} for good`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${titleOf(webhook)}” for good?`}
      confirmLabel="Delete for good"
      danger
      busy={purge.isPending}
      onConfirm={() => purge.mutate()}
    >
      Its secret is deleted too. This can’t be undone.
    </ConfirmDialog>
  );
}
