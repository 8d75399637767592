import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getChoiceCountsEndpoint } from '@/lib/services/overview/endpoints';
import { type LogFilters, toApiQuery } from './log-filters';

const FRESH_MS = 15_000;

/** The number of runs of each choice; null where the server does not have it at hand. */
export const choiceCountsQuery = (workspaceId: string, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'choices', filters],
    queryFn: async ({ signal }) => {
      const query = { workspaceId, ...toApiQuery(filters, serverNow()) };
      return (await client.call(getChoiceCountsEndpoint, { query }, { signal })).data;
    },
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
