import { FILTER_PARAMETER_NAMES } from '../logs/log-filters';

/** Filters in the address of the logs page, named as in the API; `range` is the page's own. */
export const LOG_FILTER_NAMES = ['range', ...FILTER_PARAMETER_NAMES] as const;
/** What a view keeps: beside the filters the text to search for, and what runs are counted by. */
const KEPT: ReadonlySet<string> = new Set([...LOG_FILTER_NAMES, 'q', 'group']);

/** Of any text, the part that is a query of the logs page; nothing of another address. */
export function logsPageQuery(search: string): string {
  const own = [...new URLSearchParams(search)].filter(([name]) => KEPT.has(name));
  return new URLSearchParams(own).toString();
}

/** Whether it is nothing else. */
export const isLogsPageQuery = (search: string): boolean =>
  [...new URLSearchParams(search).keys()].every((name) => KEPT.has(name));
