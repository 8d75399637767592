import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import {
  discardHeldOfWorkflowEndpoint,
  discardHeldOfWorkspaceEndpoint,
  holdWorkflowEndpoint,
  holdWorkspaceEndpoint,
  releaseWorkflowEndpoint,
  releaseWorkspaceEndpoint,
} from '@/lib/services/holds/endpoints';
import type { Hold } from '@/lib/services/holds/schema';
import { holdsQuery } from './hold-queries';

/** What is held, or may be. */
export interface HoldTarget {
  workspaceId: string;
  /** Null: everything of the workspace. */
  workflowId: string | null;
  /** Of the workflow or the workspace. */
  name: string;
}

/** Actions on a hold; each reloads the holds afterwards. The forms show why one was refused. */
export function useHoldActions({ workspaceId, workflowId }: HoldTarget) {
  const queries = useQueryClient();
  // Not waited for: a dialog that closes when it is done must still be there then.
  const onSettled = () => void queries.invalidateQueries({ queryKey: holdsQuery(workspaceId).queryKey });
  const meta = { quiet: true };
  const hold = useMutation({
    mutationFn: (body: Pick<Hold, 'reason' | 'waitingCallers'>) =>
      workflowId === null
        ? client.call(holdWorkspaceEndpoint, { params: { workspaceId }, body })
        : client.call(holdWorkflowEndpoint, { params: { id: workflowId }, body }),
    onSettled,
    meta,
  });
  const release = useMutation({
    mutationFn: (body: { perMinute?: number }) =>
      workflowId === null
        ? client.call(releaseWorkspaceEndpoint, { params: { workspaceId }, body })
        : client.call(releaseWorkflowEndpoint, { params: { id: workflowId }, body }),
    onSettled,
    meta,
  });
  const discard = useMutation({
    mutationFn: () =>
      workflowId === null
        ? client.call(discardHeldOfWorkspaceEndpoint, { params: { workspaceId } })
        : client.call(discardHeldOfWorkflowEndpoint, { params: { id: workflowId } }),
    onSettled,
  });
  return { hold, release, discard };
}
