import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { getPublishingEndpoint, listRunTestsEndpoint } from '@/lib/services/run-tests/endpoints';

export const testsKey = (workflowId: string) => ['workflow', workflowId, 'tests'];

/** The tests of a workflow, by name. */
export const testsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: testsKey(workflowId),
    queryFn: ({ signal }) =>
      client.call(listRunTestsEndpoint, { params: { id: workflowId }, query: {} }, { signal }),
    select: (answer) => answer.data,
    refetchOnWindowFocus: true,
  });

export const publishingQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'publishing'],
    queryFn: ({ signal }) => client.call(getPublishingEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });
