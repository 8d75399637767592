'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { workspaceFailureNoticeQuery } from '@/components/workflows/failure-notice-queries';
import { WorkflowPicker } from '@/components/workflows/workflow-picker';
import { client } from '@/lib/platform/http/client';
import { setWorkspaceFailureNoticeEndpoint } from '@/lib/services/failure-notices/endpoints';

/** Chooses the workflow that runs when a run of any workflow fails. */
export function WorkspaceFailureNotice() {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const query = workspaceFailureNoticeQuery(workspaceId);
  const notice = useQuery(query);
  const choose = useMutation({
    mutationFn: (workflowId: string | null) =>
      client.call(setWorkspaceFailureNoticeEndpoint, { params: { workspaceId }, body: { workflowId } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved);
      const isNone = saved.data.workflowId === null;
      toast.success(isNone ? 'No workflow runs on failure' : 'Failure workflow saved');
    },
    meta: { quiet: true },
  });
  if (notice.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (notice.isError) return <LoadFailure error={notice.error} onRetry={() => void notice.refetch()} />;
  const { workflowId } = notice.data.data;
  return (
    <div className="flex flex-col gap-2">
      <WorkflowPicker
        workspaceId={workspaceId}
        label="When a run fails, run"
        help={
          isAdmin
            ? 'A workflow can choose another one, or none, in its settings.'
            : 'Admins of this workspace can change this.'
        }
        id={workflowId ?? ''}
        problem={choose.isError ? errorWords(choose.error) : undefined}
        readOnly={!isAdmin || choose.isPending}
        onChange={(chosen) => choose.mutate(chosen)}
      />
      {workflowId === null || !isAdmin ? null : (
        <Button className="self-start" busy={choose.isPending} onClick={() => choose.mutate(null)}>
          Run nothing on failure
        </Button>
      )}
    </div>
  );
}
