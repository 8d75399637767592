import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, type EndpointArgs } from '@/lib/platform/http/client';
import {
  countBulkEndpoint,
  createBulkJobEndpoint,
  getBulkJobEndpoint,
  listBulkItemsEndpoint,
  listBulkJobsEndpoint,
  pauseBulkJobEndpoint,
  resumeBulkJobEndpoint,
  stopBulkJobEndpoint,
} from '@/lib/services/bulk/endpoints';
import type { BulkJob } from '@/lib/services/bulk/schema';

const REFRESH_MS = 10_000;
/** While a job is running. */
const WATCH_MS = 1_000;
const ITEMS_PAGE = '50';

/** The runs that a job is about, as the API takes them. */
export type BulkTarget = EndpointArgs<typeof countBulkEndpoint>['body']['select'];
type NewJob = EndpointArgs<typeof createBulkJobEndpoint>['body'];

const bulkKey = (workspaceId: string) => ['workspace', workspaceId, 'bulk'] as const;

export const bulkCountQuery = (workspaceId: string, select: BulkTarget) =>
  queryOptions({
    queryKey: [...bulkKey(workspaceId), 'count', select],
    queryFn: ({ signal }) => client.call(countBulkEndpoint, { body: { workspaceId, select } }, { signal }),
    select: (answer) => answer.data,
    gcTime: 0,
  });

export const bulkJobsQuery = (workspaceId: string) =>
  infiniteQueryOptions({
    queryKey: [...bulkKey(workspaceId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      client.call(listBulkJobsEndpoint, { query: { workspaceId, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isRunning)) ? WATCH_MS * 2 : REFRESH_MS,
  });

const isRunning = ({ state }: Pick<BulkJob, 'state'>): boolean => state === 'running';

/** A job with its report, read again while it goes on. */
export const bulkJobQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...bulkKey(workspaceId), 'one', id],
    queryFn: ({ signal }) => client.call(getBulkJobEndpoint, { params: { id } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data === undefined || isRunning(state.data.data) ? WATCH_MS : REFRESH_MS,
  });

export const bulkItemsQuery = (workspaceId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...bulkKey(workspaceId), 'one', id, 'items'],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listBulkItemsEndpoint,
        { params: { id }, query: { cursor: pageParam, limit: ITEMS_PAGE } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Changes of jobs; lists and reports are read again once the server has responded. */
export function bulkActs(queryClient: QueryClient, workspaceId: string) {
  const readAgain = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const given = await answer;
    await queryClient.invalidateQueries({ queryKey: bulkKey(workspaceId) });
    return given;
  };
  return {
    create: (body: NewJob) => readAgain(client.call(createBulkJobEndpoint, { body })),
    pause: (id: string) => readAgain(client.call(pauseBulkJobEndpoint, { params: { id } })),
    resume: (id: string) => readAgain(client.call(resumeBulkJobEndpoint, { params: { id }, body: {} })),
    stop: (id: string) => readAgain(client.call(stopBulkJobEndpoint, { params: { id } })),
  };
}
