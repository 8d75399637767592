import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, addressOf, client, type EndpointArgs } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getExecutionDetailEndpoint, getLogEndpoint, listLogsEndpoint } from '@/lib/services/logs/endpoints';
import type { LogSummary } from '@/lib/services/logs/schema';
import { getExecutionEndpoint, listExecutionsEndpoint } from '@/lib/services/runs/endpoints';
import { type LogFilters, toApiQuery } from './log-filters';

const PAGE_SIZE = '100';
/** Later pages are larger: a reader who scrolls usually continues, and it halves the responses to process. */
const NEXT_PAGE_SIZE = '200';
const HEAD_SIZE = '50';
const POLL_MS = 5_000;
const POLL_AFTER_ERROR_MS = 30_000;

type ListQuery = EndpointArgs<typeof listLogsEndpoint>['query'];

export interface LogPage {
  rows: LogSummary[];
  /** The position of the next page: a cursor is valid only for the query that returned it. */
  next: { cursor: string; query: ListQuery } | null;
}

const fullRows = (workspaceId: string, filters: LogFilters, nowMs: number) =>
  ({ workspaceId, details: 'full', ...toApiQuery(filters, nowMs) }) satisfies ListQuery;

type ListAnswer = { data: LogSummary[]; nextCursor: string | null };

const pageOf = ({ data, nextCursor }: ListAnswer, query: ListQuery): LogPage => ({
  rows: data,
  next: nextCursor ? { cursor: nextCursor, query } : null,
});

/** Returns the address of the list's first page and the parts that its queries cache. `nowMs`: since 1970. */
export function firstLogs(workspaceId: string, filters: LogFilters, nowMs: number) {
  const query = fullRows(workspaceId, filters, nowMs);
  const path = addressOf(listLogsEndpoint, { query: { ...query, limit: PAGE_SIZE } });
  return [
    {
      queryKey: logPagesQuery(workspaceId, filters).queryKey,
      path,
      keep: (answer: ListAnswer) => ({ pages: [pageOf(answer, query)], pageParams: [null] }),
    },
    {
      queryKey: newestLogsQuery(workspaceId, filters).queryKey,
      path,
      keep: ({ data }: ListAnswer) => data.slice(0, Number(HEAD_SIZE)),
    },
  ];
}

/** The list, newest first, in pages. New rows come from `newestLogsQuery`; the list is never read again. */
export const logPagesQuery = (workspaceId: string, filters: LogFilters) =>
  infiniteQueryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'pages', filters],
    queryFn: async ({ pageParam, signal }): Promise<LogPage> => {
      const query = pageParam?.query ?? fullRows(workspaceId, filters, serverNow());
      const page =
        pageParam === null ? { limit: PAGE_SIZE } : { limit: NEXT_PAGE_SIZE, cursor: pageParam.cursor };
      const answer = await client.call(listLogsEndpoint, { query: { ...query, ...page } }, { signal });
      return pageOf(answer, query);
    },
    initialPageParam: null as LogPage['next'],
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The newest rows, polled every few seconds while the page is visible. */
export const newestLogsQuery = (workspaceId: string, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'newest', filters],
    queryFn: async ({ signal }) => {
      const query = { ...fullRows(workspaceId, filters, serverNow()), limit: HEAD_SIZE };
      return (await client.call(listLogsEndpoint, { query }, { signal })).data;
    },
    refetchInterval: (query) => (query.state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    gcTime: 0,
  });

/** Streams all rows of the list: each is a line of JSON, and the last line tells how the stream ended. */
export const streamLogs = (workspaceId: string, filters: LogFilters, signal: AbortSignal) => {
  const query = fullRows(workspaceId, filters, serverNow());
  const headers = { accept: 'application/x-ndjson' };
  return client.send(listLogsEndpoint, { query }, { signal, headers });
};

/** The maximum number of running executions in one request. */
export const MAX_RUNNING = 50;
const POLL_RUNNING_MS = 2_000;

/** True if a run that has not ended can match the filters: for most of them it has no value yet. */
export function mayBeRunning(filters: LogFilters): boolean {
  const { workflowIds, triggers, range, startDate, ...others } = filters;
  return Object.keys(others).length === 0;
}

/** The running executions, by workflow and trigger, for filters accepted by `mayBeRunning`. */
export const runningQuery = (workspaceId: string, { workflowIds, triggers }: LogFilters) => {
  const query = {
    workspaceId,
    limit: String(MAX_RUNNING),
    ...(workflowIds && { workflowIds }),
    ...(triggers && { triggers }),
  };
  return queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'running', query],
    queryFn: async ({ signal }) => (await client.call(listExecutionsEndpoint, { query }, { signal })).data,
    refetchInterval: ({ state }) => {
      if (state.error) return POLL_AFTER_ERROR_MS;
      return state.data?.length ? POLL_RUNNING_MS : POLL_MS;
    },
    gcTime: 0,
  });
};

const logArgs = (id: string) => ({ params: { id }, query: { largeOutput: 'shortened' as const } });

/** The address that `logQuery` requests. */
export const logApiPath = (logId: string): string => addressOf(getLogEndpoint, logArgs(logId));

export const logQuery = (logId: string) =>
  queryOptions({
    queryKey: ['log', logId],
    queryFn: ({ signal }) => client.call(getLogEndpoint, logArgs(logId), { signal }),
    select: (answer) => answer.data,
    // A log never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  });

/** The address of the complete log. */
export const wholeLogPath = (logId: string): string =>
  addressOf(getLogEndpoint, { params: { id: logId }, query: {} });

/** The path of the output in the API's response for a log. */
export const OUTPUT_PATH = ['data', 'executionData', 'finalOutput'];

/** The output of the run, of any size. */
export const wholeOutputQuery = (logId: string) =>
  queryOptions({
    queryKey: ['log', logId, 'output'],
    queryFn: async ({ signal }) => {
      const answer = await client.call(getLogEndpoint, { params: { id: logId }, query: {} }, { signal });
      return answer.data.executionData.finalOutput;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });

/** The execution with the workflow as it ran. */
export const executionQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['execution', executionId],
    queryFn: ({ signal }) => client.call(getExecutionDetailEndpoint, { params: { executionId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The state of an execution, with the id of its log once there is one. */
export const executionStateQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['execution', executionId, 'state'],
    queryFn: ({ signal }) => client.call(getExecutionEndpoint, { params: { id: executionId } }, { signal }),
    meta: { quiet: true },
  });
