import { queryOptions } from '@tanstack/react-query';
import type { Workflow } from '@/lib/core/workflow/schema';
import { addressOf, client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { editedWorkflow } from '../document/edited-workflow';

/** Last saves of closed editors, by workflow: the next editor waits for them before it reads. */
const leaving = new Map<string, Promise<unknown>>();

export function leaveEditor(workflowId: string, lastSave: Promise<unknown>): void {
  const ended = lastSave.finally(() => {
    if (leaving.get(workflowId) === ended) leaving.delete(workflowId);
  });
  leaving.set(workflowId, ended);
}

const readWorkflow = ({ data }: { data: Workflow }): Workflow => editedWorkflow(data);

/** Returns the API path of `workflowQuery`. */
export const workflowApiPath = (workflowId: string) =>
  addressOf(getWorkflowEndpoint, { params: { id: workflowId } });

/**
 * Fetched each time an editor opens and never in the background: edits build on the version that was read.
 */
export const workflowQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId],
    queryFn: async ({ signal }) => {
      await leaving.get(workflowId);
      return client.call(getWorkflowEndpoint, { params: { id: workflowId } }, { signal });
    },
    select: readWorkflow,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
