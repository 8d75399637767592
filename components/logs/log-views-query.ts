import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogViewsEndpoint } from '@/lib/services/log-views/endpoints';

export const logViewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'log-views'],
    queryFn: async ({ signal }) =>
      (await client.call(listLogViewsEndpoint, { params: { workspaceId } }, { signal })).data,
  });
