import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { withFound } from './found-since';
import type { LogFilters } from './log-filters';
import { readSearchPage, type SearchPlace } from './search-walk';
import { useFoundSince } from './use-found-since';

/** The search continues automatically up to this number of matches or this number of requests. */
export const ENOUGH_MATCHES = 20;
const ASKED_AT_ONCE = 10;

/**
 * Searches for runs whose inputs, outputs or errors contain a text, the newest first, and reports the
 * progress. Runs that end in the meantime are added automatically.
 */
export function useLogSearch(workspaceId: string, filters: LogFilters, q: string) {
  const pages = useInfiniteQuery({
    queryKey: ['workspace', workspaceId, 'logs', 'search', q, filters],
    queryFn: ({ pageParam, signal }) => readSearchPage({ workspaceId, filters, q }, pageParam, signal),
    initialPageParam: null as SearchPlace | null,
    getNextPageParam: (page) => page.next,
    enabled: q !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const since = useFoundSince(workspaceId, filters, q, q !== '' && pages.isSuccess);
  const read = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const rows = useMemo(() => withFound(read, since.found), [read, since.found]);
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
      executions: parts.reduce((sum, part) => sum + part.executions, since.added),
      from: parts.findLast((part) => part.from !== null)?.from ?? null,
    };
  }, [pages.data, since.added]);
  return { rows, pages, searched, isLive: since.isLive };
}
