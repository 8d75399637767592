import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listServerOutagesEndpoint } from '@/lib/services/server-outages/endpoints';

const REFRESH_MS = 10_000;

/** The servers that runs of a workspace wait for. */
export const outagesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'server-outages'],
    queryFn: ({ signal }) => client.call(listServerOutagesEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: REFRESH_MS,
  });
