import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listSchedulesEndpoint } from '@/lib/services/schedules/endpoints';

const REFRESH_MS = 5_000;

/** The schedules of a workflow's live version, refetched for each version. */
export const schedulesQuery = (workflowId: string, liveVersion: number | null) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'schedules', liveVersion],
    queryFn: async ({ signal }) =>
      (await client.call(listSchedulesEndpoint, { params: { id: workflowId } }, { signal })).data,
    refetchInterval: REFRESH_MS,
  });
