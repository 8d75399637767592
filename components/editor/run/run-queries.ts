import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';

const LISTED = '20';

export const recentRunsKey = (workflowId: string) => ['recent-runs', workflowId];

/** The latest runs of a workflow, newest first, without their outputs. */
export const recentRunsQuery = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: recentRunsKey(workflowId),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, workflowIds: workflowId, limit: LISTED };
      return (await client.call(listLogsEndpoint, { query }, { signal })).data;
    },
  });
