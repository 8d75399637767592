import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getLogGroupsEndpoint } from '@/lib/services/overview/endpoints';
import { GROUPINGS, type Grouping } from '@/lib/services/overview/group-schema';
import { type LogFilters, toApiQuery } from './log-filters';

const POLL_MS = 15_000;

export const isGrouping = (text: string | null): text is Grouping =>
  GROUPINGS.some((grouping) => grouping === text);

export const logGroupsQuery = (workspaceId: string, filters: LogFilters, by: Grouping) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'groups', by, filters],
    queryFn: ({ signal }) => {
      const query = { workspaceId, by, ...toApiQuery(filters, serverNow()) };
      return client.call(getLogGroupsEndpoint, { query }, { signal });
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
