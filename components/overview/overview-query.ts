import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, client } from '@/lib/platform/http/client';
import { getOverviewEndpoint } from '@/lib/services/overview/endpoints';

const HOUR_MS = 3_600_000;
const POLL_MS = 15_000;
const POLL_AFTER_ERROR_MS = 30_000;

export const OVERVIEW_RANGES = [
  { id: '24h', label: '24 h', title: 'Last 24 hours', hours: 24 },
  { id: '7d', label: '7 d', title: 'Last 7 days', hours: 7 * 24 },
  { id: '30d', label: '30 d', title: 'Last 30 days', hours: 30 * 24 },
  { id: '90d', label: '90 d', title: 'Last 90 days', hours: 90 * 24 },
] as const;
export type OverviewRange = (typeof OVERVIEW_RANGES)[number]['id'];

/** What the address says. */
export interface OverviewChoice {
  range: OverviewRange;
  /** Comma-separated; empty: all. */
  workflowIds: string;
}

export function readChoice(search: { get(name: string): string | null }): OverviewChoice {
  const range = OVERVIEW_RANGES.find(({ id }) => id === search.get('range'))?.id ?? '7d';
  return { range, workflowIds: search.get('workflowIds') ?? '' };
}

type OverviewQuery = Parameters<typeof client.call<typeof getOverviewEndpoint>>[1]['query'];

function argsOf(workspaceId: string, { range, workflowIds }: OverviewChoice, nowMs: number) {
  const { hours } = OVERVIEW_RANGES.find(({ id }) => id === range)!;
  const from = new Date(nowMs - hours * HOUR_MS).toISOString();
  const query = { workspaceId, from, ...(workflowIds ? { workflowIds } : {}) };
  // Text from the address goes to the server as it is; the server is the one to refuse it.
  return { query: query as unknown as OverviewQuery };
}

/** Where the page's first answer comes from. `nowMs`: milliseconds since 1970. */
export const firstOverview = (workspaceId: string, choice: OverviewChoice, nowMs: number) => ({
  queryKey: overviewQuery(workspaceId, choice).queryKey,
  path: addressOf(getOverviewEndpoint, argsOf(workspaceId, choice, nowMs)),
});

export const overviewQuery = (workspaceId: string, choice: OverviewChoice) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'overview', choice.range, choice.workflowIds],
    queryFn: ({ signal }) =>
      client.call(getOverviewEndpoint, argsOf(workspaceId, choice, Date.now()), { signal }),
    refetchInterval: (query) => (query.state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    placeholderData: keepPreviousData,
  });
