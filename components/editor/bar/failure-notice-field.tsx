import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { getFailureNoticeEndpoint, setFailureNoticeEndpoint } from '@/lib/services/failure-notices/endpoints';
import { errorWords } from '../../page/error-words';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { SkeletonRows } from '../../ui/skeleton';
import { WorkflowPicker } from '../fields/workflow-field';
import { useEditor } from '../store/editor-context';

const failureNoticeQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id, 'failure-notice'],
    queryFn: ({ signal }) => client.call(getFailureNoticeEndpoint, { params: { id } }, { signal }),
  });

/** Chooses the workflow that runs when a run of this one fails. Saved immediately, outside the document. */
export function FailureNoticeField() {
  const id = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const queryClient = useQueryClient();
  const query = failureNoticeQuery(id);
  const notice = useQuery(query);
  const choose = useMutation({
    mutationFn: (workflowId: string | null) =>
      client.call(setFailureNoticeEndpoint, { params: { id }, body: { workflowId } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved);
      toast.success(saved.data.workflowId === null ? 'No workflow runs on failure' : 'Failure notice saved');
    },
    meta: { quiet: true },
  });
  if (notice.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (notice.isError) return <LoadFailure error={notice.error} onRetry={() => notice.refetch()} />;
  const { workflowId, suppressed } = notice.data.data;
  return (
    <div className="flex flex-col gap-2">
      <WorkflowPicker
        label="When a run fails, run"
        help="Its live version gets the run and its error as input. Manual runs of the draft don’t count."
        id={workflowId ?? ''}
        problem={choose.isError ? errorWords(choose.error) : undefined}
        readOnly={readOnly || choose.isPending}
        onChange={(chosen) => choose.mutate(chosen)}
      />
      {suppressed > 0 ? (
        <p className="text-muted text-xs">
          {suppressed === 1 ? '1 failure' : `${suppressed} failures`} since the last notice had none: 10 a
          minute are sent.
        </p>
      ) : null}
      {workflowId === null || readOnly ? null : (
        <Button className="self-start" busy={choose.isPending} onClick={() => choose.mutate(null)}>
          Run nothing on failure
        </Button>
      )}
    </div>
  );
}
