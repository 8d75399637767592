import { queryOptions } from '@tanstack/react-query';
import { addressOf, client } from '@/lib/platform/http/client';
import { listMentionsEndpoint } from '@/lib/services/comments/endpoints';

const REFRESH_MS = 15_000;

/** Comments that name the person, in a workspace; null: in all of the account's. */
export const mentionsQuery = (workspaceId: string | null) =>
  queryOptions({
    queryKey: ['mentions', workspaceId],
    queryFn: ({ signal }) =>
      client.call(listMentionsEndpoint, { query: workspaceId === null ? {} : { workspaceId } }, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** The address of those that the sidebar counts on every page: server and browser must render the same number. */
export const mentionsOfWorkspace = (workspaceId: string) => ({
  queryKey: mentionsQuery(workspaceId).queryKey,
  path: addressOf(listMentionsEndpoint, { query: { workspaceId } }),
});
