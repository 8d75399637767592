import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
import { readSends, type SendsOf } from './send-history';

/** Runs per page; each may contain megabytes of outputs. */
const RUNS_A_PAGE = '10';

/** `count`: the sends stored since the page was opened; a new one reads the list again. */
export const sendsQuery = (of: SendsOf, count: number) =>
  queryOptions({
    queryKey: ['kept-sends', of, count],
    queryFn: () => readSends(of),
    placeholderData: (before) => before,
    gcTime: 0,
  });

/**
 * Returns the workflow's runs with each block's trace, the newest first. `lastLogId`: the last known log.
 */
export const runsQuery = (workspaceId: string, workflowId: string, lastLogId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['block-history', workflowId, lastLogId],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        workspaceId,
        workflowIds: workflowId,
        limit: RUNS_A_PAGE,
        includeTraceSpans: 'true' as const,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const { data, nextCursor } = await client.call(listLogsEndpoint, { query }, { signal });
      return { data, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    gcTime: 0,
  });
