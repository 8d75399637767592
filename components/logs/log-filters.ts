import { LOG_FILTER_NAMES } from '@/lib/services/log-views/logs-page-query';

/** Quick time ranges, counted back from now on each request for the list. */
export const RANGES = [
  { id: '1h', label: '1 h', title: 'Last hour', ms: 3_600_000 },
  { id: '24h', label: '24 h', title: 'Last 24 hours', ms: 86_400_000 },
  { id: '7d', label: '7 d', title: 'Last 7 days', ms: 7 * 86_400_000 },
  { id: '30d', label: '30 d', title: 'Last 30 days', ms: 30 * 86_400_000 },
] as const;

/** The API's names, so that a URL of this page reads like its query. */
export const FILTER_NAMES = LOG_FILTER_NAMES;
export type FilterName = (typeof FILTER_NAMES)[number];
export type LogFilters = Partial<Record<FilterName, string>>;

export function readFilters(search: { get(name: string): string | null }): LogFilters {
  const filters: LogFilters = {};
  for (const name of FILTER_NAMES) {
    const value = search.get(name)?.trim();
    if (value) filters[name] = value;
  }
  return filters;
}

/** Returns the URL's search string with the filters changed; other parameters stay, empty values go. */
export function withFilters(search: string, change: LogFilters): string {
  const params = new URLSearchParams(search);
  for (const name of FILTER_NAMES) {
    if (!(name in change)) continue;
    const value = change[name];
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params.toString();
}

/** The filters as the API's endpoints take them: the text of the URL, which the server checks and explains. */
export type FilterQuery = Omit<LogFilters, 'range'>;

/** Converts filters to the API's format; a quick range becomes a start date. `now` in ms since 1970. */
export function toApiQuery(filters: LogFilters, now: number): FilterQuery {
  const { range, ...query } = filters;
  const chosen = RANGES.find((each) => each.id === range);
  const startDate = chosen ? new Date(now - chosen.ms).toISOString() : query.startDate;
  return { ...query, ...(startDate ? { startDate } : {}) };
}

export const splitList = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];

/** Adds an item to a comma-separated list, or removes it. */
export function toggleInList(text: string | undefined, item: string): string {
  const items = splitList(text);
  return (items.includes(item) ? items.filter((each) => each !== item) : [...items, item]).join(',');
}

export const isFiltered = (filters: LogFilters): boolean => Object.keys(filters).length > 0;
