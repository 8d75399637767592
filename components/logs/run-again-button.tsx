'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { logPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { client } from '@/lib/platform/http/client';
import { runLoggedRequestEndpoint } from '@/lib/services/hooks/endpoints';

/** Runs the live version with the request that started a run. */
export function RunAgainButton({ logId }: { logId: string }) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const again = useMutation({
    mutationFn: () => client.call(runLoggedRequestEndpoint, { params: { id: logId }, query: {} }),
    onSuccess: (run) => {
      if (!('logId' in run)) return void toast.success('The run was started and waits.'); // It is parked.
      const show = { label: 'Open its log', onClick: () => router.push(logPath(workspaceId, run.logId)) };
      if (run.status === 'error') toast.warning('The run failed.', { action: show });
      else toast.success('The run succeeded.', { action: show });
    },
    onError: (error) => toast.error(errorWords(error)),
  });
  return (
    <Button
      size="sm"
      busy={again.isPending}
      onClick={() => again.mutate()}
      title="The live version runs. Credentials in the headers were not kept."
    >
      Run again with this request
    </Button>
  );
}
