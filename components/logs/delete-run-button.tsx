'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { logsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { client } from '@/lib/platform/http/client';
import { deleteLogEndpoint } from '@/lib/services/removal/endpoints';

/** Deletes a run everywhere; for admins. */
export function DeleteRunButton({ logId }: { logId: string }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.call(deleteLogEndpoint, { params: { id: logId }, query: {} }),
    onSuccess: async () => {
      setAsking(false);
      toast.success('Run deleted');
      router.push(logsPath(id));
      await queryClient.invalidateQueries({ queryKey: ['workspace', id, 'logs'] });
    },
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Delete…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this run?"
        confirmLabel="Delete run"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        Its log, files and webhook deliveries are deleted. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
