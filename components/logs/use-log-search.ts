import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { client } from '@/lib/platform/http/client';
import { searchLogsEndpoint } from '@/lib/services/log-search/endpoints';
import { type LogFilters, toApiQuery } from './log-filters';

/** The search goes on by itself until it has found so many runs, or has asked so often. */
export const ENOUGH_MATCHES = 20;
const ASKED_AT_ONCE = 10;

type SearchQuery = Parameters<typeof client.call<typeof searchLogsEndpoint>>[1]['query'];

/** Runs whose inputs, outputs or errors hold a text, the newest first, and how far the search came. */
export function useLogSearch(workspaceId: string, filters: LogFilters, q: string) {
  const pages = useInfiniteQuery({
    queryKey: ['workspace', workspaceId, 'logs', 'search', q, filters],
    queryFn: async ({ pageParam, signal }) => {
      const first = pageParam?.query ?? { workspaceId, q, ...toApiQuery(filters, Date.now()) };
      const query = { ...first, ...(pageParam && { cursor: pageParam.cursor }) } as unknown as SearchQuery;
      const { data, nextCursor, searched } = await client.call(searchLogsEndpoint, { query }, { signal });
      return {
        rows: data,
        searched,
        next: nextCursor === null ? null : { cursor: nextCursor, query: first },
      };
    },
    initialPageParam: null as { cursor: string; query: Record<string, string> } | null,
    getNextPageParam: (page) => page.next,
    enabled: q !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const asked = pages.data?.pages.length ?? 0;
  const goesOn =
    pages.hasNextPage && !pages.isFetching && !pages.isError && asked % ASKED_AT_ONCE !== 0 && asked > 0;
  const { fetchNextPage } = pages;
  useEffect(() => {
    if (goesOn && rows.length < ENOUGH_MATCHES) void fetchNextPage();
  }, [goesOn, rows.length, fetchNextPage]);
  const searched = useMemo(() => {
    const parts = pages.data?.pages.map((page) => page.searched) ?? [];
    return {
      executions: parts.reduce((sum, part) => sum + part.executions, 0),
      from: parts.findLast((part) => part.from !== null)?.from ?? null,
    };
  }, [pages.data]);
  return { rows, pages, searched };
}
