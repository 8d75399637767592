import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
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

const MOST_RUNS = '20';

/** The latest runs of a workflow, newest first, for suggesting rules. */
export const latestRunsQuery = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [...testsKey(workflowId), 'runs'],
    queryFn: ({ signal }) => {
      const query = { workspaceId, workflowIds: workflowId, limit: MOST_RUNS };
      return client.call(listLogsEndpoint, { query }, { signal });
    },
    select: (answer) => answer.data,
  });
