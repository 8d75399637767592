import { ANY_LOG, FILTER_NAMES, FILTERS_IN_SQL, type FilterInSql, NOTHING } from './log-filter-sql';
import type { LogScan } from './log-scan';
import type { LogsQuery } from './logs-request';

export type Filters = Omit<LogScan, 'seqs'>;

/** Resolves every filter of a request, AND-ed, to plain values; null if nothing can match. */
export async function resolveFilters(query: LogsQuery): Promise<Filters | null> {
  const values: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const meaning: FilterInSql<unknown> = FILTERS_IN_SQL[name];
    const wanted = await meaning.wanted(query);
    if (wanted === NOTHING) return null;
    if (wanted !== undefined) values[name] = wanted;
  }
  return { workspaceId: query.workspaceId, order: query.order, ...ANY_LOG, ...values };
}
