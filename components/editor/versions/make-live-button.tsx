'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { makeVersionLiveEndpoint } from '@/lib/services/versions/endpoints';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useEditor, useEditorStore } from '../store/editor-context';
import { versionsKey } from './version-queries';

/** Makes a version the one that callers run; `inRow`: it stands in a row of the version. */
export function MakeLiveButton({ number, inRow = false }: { number: number; inRow?: boolean }) {
  const store = useEditorStore();
  const { workflowId } = store.getState();
  const live = useEditor((state) => state.liveVersion);
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const words = live !== null && number < live ? 'Roll back to this version' : 'Make this version live';
  const makeLive = useMutation({
    mutationFn: () =>
      client.call(makeVersionLiveEndpoint, { params: { id: workflowId, number: String(number) } }),
    onSuccess: () => {
      store.setState({ liveVersion: number });
      void queries.invalidateQueries({ queryKey: [...versionsKey(workflowId), 'list'] });
      toast.success(`Version ${number} is live.`);
    },
    onError: (error) => void toast.error(error.message),
    onSettled: () => setAsks(false),
  });
  return (
    <>
      {inRow ? (
        <Button variant="ghost" aria-label={`Make version ${number} live`} onClick={() => setAsks(true)}>
          Make live
        </Button>
      ) : (
        <Button variant="primary" onClick={() => setAsks(true)}>
          {words}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Make version ${number} live?`}
        confirmLabel={words}
        busy={makeLive.isPending}
        onConfirm={() => makeLive.mutate()}
      >
        Callers run it from the next run on. The draft stays as it is.
      </ConfirmDialog>
    </>
  );
}
