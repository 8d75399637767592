import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, addressOf, client } from '@/lib/platform/http/client';
import { getExecutionDetailEndpoint, getLogEndpoint, listLogsEndpoint } from '@/lib/services/logs/endpoints';
import type { LogSummary } from '@/lib/services/logs/schema';
import { listExecutionsEndpoint } from '@/lib/services/runs/endpoints';
import { type LogFilters, toApiQuery } from './log-filters';

const PAGE_SIZE = '100';
/** Whoever scrolls goes on scrolling: half as many answers to take in. */
const NEXT_PAGE_SIZE = '200';
const HEAD_SIZE = '50';
const POLL_MS = 5_000;
const POLL_AFTER_ERROR_MS = 30_000;

export interface LogPage {
  rows: LogSummary[];
  /** Where the next page goes on: a cursor is bound to the very query that gave it. */
  next: { cursor: string; query: Record<string, string> } | null;
}

function firstPageArgs(workspaceId: string, filters: LogFilters, nowMs: number) {
  const query = { workspaceId, details: 'full', ...toApiQuery(filters, nowMs) };
  return { query, args: { query: asQuery({ ...query, limit: PAGE_SIZE }) } };
}

type ListAnswer = { data: LogSummary[]; nextCursor: string | null };

const pageOf = ({ data, nextCursor }: ListAnswer, query: Record<string, string>): LogPage => ({
  rows: data,
  next: nextCursor ? { cursor: nextCursor, query } : null,
});

/**
 * Where the list's first page comes from, and what its queries keep of it. `nowMs`: milliseconds since 1970.
 */
export function firstLogs(workspaceId: string, filters: LogFilters, nowMs: number) {
  const { query, args } = firstPageArgs(workspaceId, filters, nowMs);
  const path = addressOf(listLogsEndpoint, args);
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

/**
 * The list, newest first, a page at a time. New rows come in by `newestLogsQuery`, never by reading it again.
 */
export const logPagesQuery = (workspaceId: string, filters: LogFilters) =>
  infiniteQueryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'pages', filters],
    queryFn: async ({ pageParam, signal }): Promise<LogPage> => {
      const first = firstPageArgs(workspaceId, filters, Date.now());
      const query = pageParam?.query ?? first.query;
      const args =
        pageParam === null
          ? first.args
          : { query: asQuery({ ...query, limit: NEXT_PAGE_SIZE, cursor: pageParam.cursor }) };
      const answer = await client.call(listLogsEndpoint, args, { signal });
      return pageOf(answer, query);
    },
    initialPageParam: null as LogPage['next'],
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The newest rows, asked for every few seconds while the page is in sight. */
export const newestLogsQuery = (workspaceId: string, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'newest', filters],
    queryFn: async ({ signal }) => {
      const query = { workspaceId, details: 'full', ...toApiQuery(filters, Date.now()), limit: HEAD_SIZE };
      return (await client.call(listLogsEndpoint, { query: asQuery(query) }, { signal })).data;
    },
    refetchInterval: (query) => (query.state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    gcTime: 0,
  });

/** All rows of the list, as they are read: each a line of JSON, the last one says how it ended. */
export const streamLogs = (workspaceId: string, filters: LogFilters, signal: AbortSignal) => {
  const query = { workspaceId, details: 'full', ...toApiQuery(filters, Date.now()) };
  const headers = { accept: 'application/x-ndjson' };
  return client.send(listLogsEndpoint, { query: asQuery(query) }, { signal, headers });
};

/** No more running executions are asked for at once. */
export const MAX_RUNNING = 50;
const POLL_RUNNING_MS = 2_000;

/** Whether a run that has not ended can meet the filters: of most, it has no value yet. */
export function mayBeRunning(filters: LogFilters): boolean {
  const { workflowIds, triggers, range, startDate, ...others } = filters;
  return Object.keys(others).length === 0;
}

/** Running executions, by workflow and trigger, for filters that `mayBeRunning`. */
export const runningQuery = (workspaceId: string, { workflowIds, triggers }: LogFilters) => {
  const query = {
    workspaceId,
    limit: String(MAX_RUNNING),
    ...(workflowIds && { workflowIds }),
    ...(triggers && { triggers }),
  };
  return queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'running', query],
    queryFn: async ({ signal }) =>
      (await client.call(listExecutionsEndpoint, { query: query as unknown as RunningQuery }, { signal }))
        .data,
    refetchInterval: ({ state }) => {
      if (state.error) return POLL_AFTER_ERROR_MS;
      return state.data?.length ? POLL_RUNNING_MS : POLL_MS;
    },
    gcTime: 0,
  });
};

type RunningQuery = Parameters<typeof client.call<typeof listExecutionsEndpoint>>[1]['query'];

const logArgs = (id: string) => ({ params: { id }, query: { largeOutput: 'shortened' as const } });

/** Where `logQuery` goes. */
export const logApiPath = (logId: string): string => addressOf(getLogEndpoint, logArgs(logId));

export const logQuery = (logId: string) =>
  queryOptions({
    queryKey: ['log', logId],
    queryFn: ({ signal }) => client.call(getLogEndpoint, logArgs(logId), { signal }),
    select: (answer) => answer.data,
    // A log never changes once it is there.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  });

/** The log with all that it holds. */
export const wholeLogPath = (logId: string): string =>
  addressOf(getLogEndpoint, { params: { id: logId }, query: {} });

/** Where the output stands in a log as the API answers it. */
export const OUTPUT_PATH = ['data', 'executionData', 'finalOutput'];

/** The output of the run, however large it is. */
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

export const executionQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['execution', executionId],
    queryFn: ({ signal }) => client.call(getExecutionDetailEndpoint, { params: { executionId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

type ListQuery = Parameters<typeof client.call<typeof listLogsEndpoint>>[1]['query'];

/** Text from the address goes to the server as it is; the server is the one to refuse it, in words. */
const asQuery = (query: Record<string, string>) => query as unknown as ListQuery;
