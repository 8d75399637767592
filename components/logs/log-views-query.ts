import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogViewsEndpoint } from '@/lib/services/log-views/endpoints';

export const logViewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'log-views'],
    queryFn: async ({ signal }) =>
      (await client.call(listLogViewsEndpoint, { params: { workspaceId } }, { signal })).data,
  });

/** What a view keeps of the page's address: all but the run that is open. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('log');
  return params.toString();
}
