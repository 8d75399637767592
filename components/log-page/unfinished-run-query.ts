import { queryOptions } from '@tanstack/react-query';
import { ApiError, client } from '@/lib/platform/http/client';
import { getExecutionEndpoint, getExecutionTraceEndpoint } from '@/lib/services/runs/endpoints';

const POLL_MS = 2_000;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The state of a run, polled until it has ended. */
export const executionStateQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['execution-state', executionId],
    queryFn: ({ signal }) => client.call(getExecutionEndpoint, { params: { id: executionId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.logId == null && !isMissing(state.error) ? POLL_MS : false),
    retry: (count, error) => !isMissing(error) && count < 2,
  });

/** The trace of the run up to now. */
export const executionTraceQuery = (executionId: string) =>
  queryOptions({
    queryKey: ['execution-trace', executionId],
    queryFn: async ({ signal }) =>
      (await client.call(getExecutionTraceEndpoint, { params: { id: executionId } }, { signal })).data,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : POLL_MS),
    retry: (count, error) => !isMissing(error) && count < 2,
  });
