import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listWaitsEndpoint } from '@/lib/services/runs/wait-endpoints';

const REFRESH_MS = 15_000;

/** What waits for answers in a workspace; null: in all of one's own. */
export const openWaitsQuery = (workspaceId: string | null) =>
  queryOptions({
    queryKey: ['open-waits', workspaceId],
    queryFn: ({ signal }) =>
      client.call(listWaitsEndpoint, { query: workspaceId === null ? {} : { workspaceId } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
