'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { LogFilters } from './log-filters';
import { logPagesQuery, newestLogsQuery } from './log-queries';
import { mergeNewest } from './merge-newest';

/** The loaded rows with those finished since, and a function to load more. */
export function useLogList(workspaceId: string, filters: LogFilters, isShown: boolean) {
  const queryClient = useQueryClient();
  const options = useMemo(() => logPagesQuery(workspaceId, filters), [workspaceId, filters]);
  const pages = useInfiniteQuery({ ...options, enabled: isShown });
  const newest = useQuery({ ...newestLogsQuery(workspaceId, filters), enabled: isShown && pages.isSuccess });
  useEffect(() => {
    const rows = newest.data;
    if (!rows) return;
    let gap = false;
    queryClient.setQueryData(options.queryKey, (data) => {
      if (!data) return data;
      const merged = mergeNewest(data.pages, rows);
      gap = merged.gap;
      return merged.added === 0 ? data : { ...data, pages: [...merged.pages] };
    });
    if (gap) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  }, [newest.data, queryClient, options]);
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  return { rows, pages, isLive: newest.isSuccess && !newest.isError };
}
