import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getHookRequestEndpoint, listHookRequestsEndpoint } from '@/lib/services/incoming-webhooks/endpoints';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';

const REFRESH_MS = 10_000;
const DAY_MS = 86_400_000;
const MAX_LIVE = '10';

export const hookRequestsKey = (workflowId: string, blockId: string) => [
  'workflow',
  workflowId,
  'hook-requests',
  blockId,
];

/** Refetched at intervals, for users who have the list open without listening. */
export const hookRequestsQuery = (workflowId: string, blockId: string) =>
  queryOptions({
    queryKey: hookRequestsKey(workflowId, blockId),
    queryFn: ({ signal }) =>
      client.call(listHookRequestsEndpoint, { params: { id: workflowId, blockId } }, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** A stored request never changes. */
export const hookRequestQuery = (workflowId: string, blockId: string, requestId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'hook-request', requestId],
    queryFn: async ({ signal }) => {
      const params = { id: workflowId, blockId, requestId };
      return (await client.call(getHookRequestEndpoint, { params }, { signal })).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The latest runs of the last day that webhooks of this workflow started. */
export const liveRequestsQuery = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'live-requests'],
    queryFn: async ({ signal }) => {
      const startDate = new Date(serverNow() - DAY_MS).toISOString();
      const query = { workspaceId, workflowIds: workflowId, triggers: 'webhook', startDate, limit: MAX_LIVE };
      return (await client.call(listLogsEndpoint, { query }, { signal })).data;
    },
    refetchInterval: REFRESH_MS,
  });
