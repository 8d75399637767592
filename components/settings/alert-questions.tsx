'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { client } from '@/lib/platform/http/client';
import { deleteAlertEndpoint } from '@/lib/services/alerts/endpoints';
import type { AlertRule } from '@/lib/services/alerts/schema';
import { alertsQuery } from './settings-queries';

export function DeleteAlertQuestion({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(deleteAlertEndpoint, { params: { id: rule.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: alertsQuery(workspaceId).queryKey });
      toast.success(`Deleted ${rule.name}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${rule.name}?`}
      confirmLabel="Delete alert"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      Its history goes too, and notifications that are still pending are not sent. This can’t be undone.
    </ConfirmDialog>
  );
}
