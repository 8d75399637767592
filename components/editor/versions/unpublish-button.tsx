'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { unpublishWorkflowEndpoint } from '@/lib/services/versions/endpoints';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useEditorStore } from '../store/editor-context';
import { versionsKey } from './version-queries';

/** Takes the workflow offline, after asking. */
export function UnpublishButton() {
  const store = useEditorStore();
  const { workflowId } = store.getState();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const unpublish = useMutation({
    mutationFn: () => client.call(unpublishWorkflowEndpoint, { params: { id: workflowId } }),
    onSuccess: () => {
      store.setState({ liveVersion: null });
      void queries.invalidateQueries({ queryKey: [...versionsKey(workflowId), 'list'] });
      toast.success('The workflow is unpublished.');
    },
    onSettled: () => setAsks(false),
  });
  return (
    <>
      <Button onClick={() => setAsks(true)}>Unpublish…</Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Unpublish this workflow?"
        confirmLabel="Unpublish"
        danger
        busy={unpublish.isPending}
        onConfirm={() => unpublish.mutate()}
      >
        Calls get 409, its webhooks 410, and its schedules and chats start nothing. Versions and addresses are
        kept, so you can publish again. To pause it and lose nothing, hold it instead.
      </ConfirmDialog>
    </>
  );
}
