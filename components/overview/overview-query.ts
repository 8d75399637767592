import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { snippets } from '@/components/logs/log-snippet';
import { addressOf, client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { getOverviewEndpoint, getUsageOverviewEndpoint } from '@/lib/services/overview/endpoints';

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

/** The values of the URL, each as text; empty means all. */
export interface OverviewChoice {
  range: OverviewRange;
  /** Comma-separated. */
  workflowIds: string;
  /** Comma-separated. */
  triggers: string;
  model: string;
  host: string;
}

export type ChoiceName = keyof OverviewChoice;
export type Narrowing = Partial<Record<ChoiceName, string>>;

/** At most one of these filters applies, because their sums cannot be combined. */
const ALONE: readonly ChoiceName[] = ['triggers', 'model', 'host'];

export function readChoice(search: { get(name: string): string | null }): OverviewChoice {
  const range = OVERVIEW_RANGES.find(({ id }) => id === search.get('range'))?.id ?? '7d';
  const text = (name: ChoiceName) => search.get(name)?.trim() ?? '';
  const [model, host] = [text('model'), text('host')];
  return {
    range,
    workflowIds: text('workflowIds'),
    model,
    host: model === '' ? host : '',
    triggers: model === '' && host === '' ? text('triggers') : '',
  };
}

/** Returns the URL's search string with the choice changed; empty values are removed. */
export function withChoice(search: string, change: Narrowing): string {
  const params = new URLSearchParams(search);
  if (ALONE.some((name) => change[name])) for (const name of ALONE) params.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params.toString();
}

/** Returns the chosen model or server; null if neither filter is set. */
export function usedThing({ model, host }: OverviewChoice): { kind: 'model' | 'host'; key: string } | null {
  if (model !== '') return { kind: 'model', key: model };
  return host === '' ? null : { kind: 'host', key: host };
}

function rangeQuery(workspaceId: string, { range, workflowIds }: OverviewChoice, nowMs: number) {
  const { hours } = OVERVIEW_RANGES.find(({ id }) => id === range)!;
  const from = new Date(nowMs - hours * HOUR_MS).toISOString();
  return { workspaceId, from, ...(workflowIds ? { workflowIds } : {}) };
}

function overviewArgs(workspaceId: string, choice: OverviewChoice, nowMs: number) {
  const triggers = choice.triggers ? { triggers: choice.triggers } : {};
  return { query: { ...rangeQuery(workspaceId, choice, nowMs), ...triggers } };
}

function usageArgs(workspaceId: string, choice: OverviewChoice, nowMs: number) {
  return { query: { ...rangeQuery(workspaceId, choice, nowMs), ...usedThing(choice)! } };
}

/** The address of the page's first response. `nowMs`: milliseconds since 1970. */
export const firstOverview = (workspaceId: string, choice: OverviewChoice, nowMs: number) =>
  usedThing(choice) === null
    ? {
        queryKey: overviewQuery(workspaceId, choice).queryKey,
        path: addressOf(getOverviewEndpoint, overviewArgs(workspaceId, choice, nowMs)),
      }
    : {
        queryKey: usageQuery(workspaceId, choice).queryKey,
        path: addressOf(getUsageOverviewEndpoint, usageArgs(workspaceId, choice, nowMs)),
      };

/** The current view as a call of the API. `nowMs`: milliseconds since 1970. */
export const overviewSnippets = (
  origin: string,
  workspaceId: string,
  choice: OverviewChoice,
  nowMs: number,
) => snippets(origin + firstOverview(workspaceId, choice, nowMs).path);

export const overviewQuery = (workspaceId: string, choice: OverviewChoice) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'overview', choice.range, choice.workflowIds, choice.triggers],
    queryFn: ({ signal }) =>
      client.call(getOverviewEndpoint, overviewArgs(workspaceId, choice, serverNow()), { signal }),
    refetchInterval: (query) => (query.state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    placeholderData: keepPreviousData,
  });

/** The usage of one model or server; the choice must have a `usedThing`. */
export const usageQuery = (workspaceId: string, choice: OverviewChoice) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'overview', 'usage', choice],
    queryFn: ({ signal }) =>
      client.call(getUsageOverviewEndpoint, usageArgs(workspaceId, choice, serverNow()), { signal }),
    refetchInterval: (query) => (query.state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    placeholderData: keepPreviousData,
  });
