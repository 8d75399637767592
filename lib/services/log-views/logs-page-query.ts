import { FILTER_PARAMETER_NAMES } from '../logs/log-filters';

/** Filters in the URL of the logs page, named as in the API; `range` belongs to the page only. */
export const LOG_FILTER_NAMES = ['range', ...FILTER_PARAMETER_NAMES] as const;
/** Parameters that a view stores: the filters, the search text, the grouping and the list's columns. */
const KEPT: ReadonlySet<string> = new Set([...LOG_FILTER_NAMES, 'q', 'group', 'columns']);

/** Returns the part of any text that is a query of the logs page. */
export function logsPageQuery(search: string): string {
  const own = [...new URLSearchParams(search)].filter(([name]) => KEPT.has(name));
  return new URLSearchParams(own).toString();
}

/** True if it contains nothing else. */
export const isLogsPageQuery = (search: string): boolean =>
  [...new URLSearchParams(search).keys()].every((name) => KEPT.has(name));
