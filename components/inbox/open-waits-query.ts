import { queryOptions } from '@tanstack/react-query';
import { addressOf, client } from '@/lib/platform/http/client';
import { listWaitsEndpoint } from '@/lib/services/runs/wait-endpoints';

const REFRESH_MS = 15_000;

/** The open waits of a workspace; null: of all workspaces of the account. */
export const openWaitsQuery = (workspaceId: string | null) =>
  queryOptions({
    queryKey: ['open-waits', workspaceId],
    queryFn: ({ signal }) =>
      client.call(listWaitsEndpoint, { query: workspaceId === null ? {} : { workspaceId } }, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** The address of those that the sidebar counts on every page: server and browser must render the same number. */
export const waitsOfWorkspace = (workspaceId: string) => ({
  queryKey: openWaitsQuery(workspaceId).queryKey,
  path: addressOf(listWaitsEndpoint, { query: { workspaceId } }),
});
