import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/http/client';
import { getWorkflowEndpoint } from '@/lib/workflows/endpoints';

/** Read anew each time an editor opens and never behind its back: edits build on the version that was read. */
export const workflowQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId],
    queryFn: ({ signal }) => client.call(getWorkflowEndpoint, { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
