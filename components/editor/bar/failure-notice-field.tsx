import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { setFailureNoticeEndpoint } from '@/lib/services/failure-notices/endpoints';
import type { FailureNotice } from '@/lib/services/failure-notices/schema';
import { errorWords } from '../../page/error-words';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { SkeletonRows } from '../../ui/skeleton';
import { failureNoticeQuery } from '../../workflows/failure-notice-queries';
import { workflowsQuery } from '../../workflows/workflow-queries';
import { OtherWorkflowPicker } from '../fields/workflow-field';
import { useEditor } from '../store/editor-context';

type Choice = Pick<FailureNotice, 'workflowId' | 'off'>;

/** Chooses the workflow that runs when a run of this one fails. Saved immediately, outside the document. */
export function FailureNoticeField() {
  const id = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const queryClient = useQueryClient();
  const query = failureNoticeQuery(id);
  const notice = useQuery(query);
  const choose = useMutation({
    mutationFn: (body: Choice) => client.call(setFailureNoticeEndpoint, { params: { id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved);
      toast.success(saved.data.off ? 'No workflow runs on failure' : 'Failure notice saved');
    },
    meta: { quiet: true },
  });
  if (notice.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (notice.isError) return <LoadFailure error={notice.error} onRetry={() => notice.refetch()} />;
  const { workflowId, off, ofWorkspace, suppressed } = notice.data.data;
  return (
    <div className="flex flex-col gap-2">
      <OtherWorkflowPicker
        label="When a run fails, run"
        help="Its live version gets the run and its error as input. Manual runs of the draft don’t count."
        id={workflowId ?? ''}
        problem={choose.isError ? errorWords(choose.error) : undefined}
        readOnly={readOnly || choose.isPending}
        onChange={(chosen) => choose.mutate({ workflowId: chosen, off: false })}
      />
      {workflowId === null ? <WhatRuns off={off} ofWorkspace={ofWorkspace} /> : null}
      {suppressed > 0 ? (
        <p className="text-muted text-xs">
          {suppressed === 1 ? '1 failure' : `${suppressed} failures`} since the last notice had none: 10 a
          minute are sent.
        </p>
      ) : null}
      {readOnly ? null : (
        <div className="flex flex-wrap gap-2">
          {!off && (workflowId !== null || ofWorkspace !== null) ? (
            <Button busy={choose.isPending} onClick={() => choose.mutate({ workflowId: null, off: true })}>
              Run nothing on failure
            </Button>
          ) : null}
          {ofWorkspace !== null && (off || workflowId !== null) ? (
            <Button busy={choose.isPending} onClick={() => choose.mutate({ workflowId: null, off: false })}>
              Use the workspace’s failure workflow
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

/** Says what runs when nothing is chosen here. */
function WhatRuns({ off, ofWorkspace }: Pick<FailureNotice, 'off' | 'ofWorkspace'>) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const { data: workflows } = useQuery(workflowsQuery(workspaceId));
  const name = workflows?.find((workflow) => workflow.id === ofWorkspace)?.name;
  if (off) return <p className="text-muted text-sm">Switched off: no workflow runs on failure.</p>;
  if (ofWorkspace === null) return null;
  return (
    <p className="text-muted text-sm">
      {name === undefined
        ? 'The workspace’s failure workflow runs.'
        : `${name} runs, as for the whole workspace.`}
    </p>
  );
}
