import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listDriftEndpoint } from '@/lib/services/drift/endpoints';

const POLL_MS = 30_000;

export const driftQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'drift'],
    queryFn: ({ signal }) => client.call(listDriftEndpoint, { query: { workspaceId } }, { signal }),
    refetchInterval: POLL_MS,
  });
