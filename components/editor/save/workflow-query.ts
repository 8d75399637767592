import { queryOptions } from '@tanstack/react-query';
import type { Workflow } from '@/lib/core/workflow/schema';
import { addressOf, client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { editedWorkflow } from '../document/edited-workflow';

/** Last saves of editors that were left, by workflow: the next editor reads what they saved. */
const leaving = new Map<string, Promise<unknown>>();

export function leaveEditor(workflowId: string, lastSave: Promise<unknown>): void {
  const ended = lastSave.finally(() => {
    if (leaving.get(workflowId) === ended) leaving.delete(workflowId);
  });
  leaving.set(workflowId, ended);
}

const readWorkflow = ({ data }: { data: Workflow }): Workflow => editedWorkflow(data);

/** Where `workflowQuery` comes from. */
export const workflowApiPath = (workflowId: string) =>
  addressOf(getWorkflowEndpoint, { params: { id: workflowId } });

/**
 * Read anew each time an editor opens and never behind its back: edits build on the version that was read.
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
