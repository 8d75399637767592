import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getHistogramEndpoint } from '@/lib/services/overview/endpoints';
import type { Histogram } from '@/lib/services/overview/schema';
import { type LogFilters, toApiQuery } from './log-filters';

const BUCKETS = '60';
const POLL_MS = 5_000;
/** The interval after an error, and after a response that took longer than `SLOW_MS`. */
const POLL_SELDOM_MS = 30_000;
const SLOW_MS = 700;

/** Returns the number of runs; undefined if older ones are not counted. */
export const runsCounted = ({ buckets, countedFrom }: Histogram): number | undefined =>
  countedFrom === null
    ? buckets.reduce((sum, { info, error, cancelled }) => sum + info + error + cancelled, 0)
    : undefined;

/** The start times of a list's runs, polled as often as the list's newest rows. */
export const histogramQuery = (workspaceId: string, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'histogram', filters],
    queryFn: async ({ signal }) => {
      const query = { workspaceId, ...toApiQuery(filters, serverNow()), buckets: BUCKETS };
      const startedAt = performance.now();
      const answer = await client.call(getHistogramEndpoint, { query }, { signal });
      return { ...answer, isSlow: performance.now() - startedAt > SLOW_MS };
    },
    refetchInterval: ({ state }) => (state.error || state.data?.isSlow ? POLL_SELDOM_MS : POLL_MS),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
