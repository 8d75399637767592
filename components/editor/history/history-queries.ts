import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
import { readSends, type SendsOf } from './kept-sends';

/** Each may hold megabytes of what blocks put out. */
const RUNS_A_PAGE = '10';

/** `count`: how many were kept since the page was opened; with each, they are read again. */
export const sendsQuery = (of: SendsOf, count: number) =>
  queryOptions({
    queryKey: ['kept-sends', of, count],
    queryFn: () => readSends(of),
    placeholderData: (before) => before,
    gcTime: 0,
  });

/**
 * Runs of the workflow with what each block did, the newest first. `lastLogId`: of the last that is known.
 */
export const runsQuery = (workspaceId: string, workflowId: string, lastLogId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['block-history', workflowId, lastLogId],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        workspaceId,
        workflowIds: workflowId,
        limit: RUNS_A_PAGE,
        includeTraceSpans: 'true',
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      // The query is written as it stands in an address.
      const { data, nextCursor } = await client.call(listLogsEndpoint, { query: query as never }, { signal });
      return { data, nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    gcTime: 0,
  });
