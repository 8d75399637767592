'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { client } from '@/lib/platform/http/client';
import { connectionUsesEndpoint, deleteConnectionEndpoint } from '@/lib/services/connections/endpoints';
import type { Connection } from '@/lib/services/connections/schema';
import { connectionsQuery } from './settings-queries';
import { describeUses } from './use-words';

/** Names the workflows that will fail. */
export function DeleteConnectionQuestion({
  connection,
  onClose,
}: {
  connection: Connection;
  onClose: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const params = { workspaceId, id: connection.id };
  const uses = useQuery({
    queryKey: ['workspace', workspaceId, 'connections', connection.id, 'uses'],
    queryFn: ({ signal }) => client.call(connectionUsesEndpoint, { params }, { signal }),
  });
  const remove = useMutation({
    mutationFn: () => client.call(deleteConnectionEndpoint, { params }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey });
      toast.success(`Deleted ${connection.name}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${connection.name}?`}
      confirmLabel="Delete connection"
      danger
      busy={remove.isPending || uses.isPending}
      onConfirm={() => remove.mutate()}
    >
      {describeUses(
        (uses.data?.data ?? []).map(({ name }) => name),
        'Blocks that use it will fail',
      )}{' '}
      Its secret and tokens can’t be restored.
    </ConfirmDialog>
  );
}
