import { ApiError, client, type EndpointArgs } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { writeJson } from '@/lib/platform/text/json-text';
import { searchLogsEndpoint } from '@/lib/services/log-search/endpoints';
import type { FoundLog } from '@/lib/services/log-search/schema';
import { pause } from '../ui/pause';
import type { ExportedRow } from './log-export';
import { type LogFilters, toApiQuery } from './log-filters';

export interface LogSearch {
  workspaceId: string;
  filters: LogFilters;
  /** The searched text. */
  q: string;
}

/** The position at which a search continues: a cursor is valid only for the query that returned it. */
export interface SearchPlace {
  cursor: string;
  query: EndpointArgs<typeof searchLogsEndpoint>['query'];
}

export interface SearchPage {
  rows: FoundLog[];
  searched: { executions: number; from: string | null };
  /** Null if everything is searched. */
  next: SearchPlace | null;
}

/** `place`: null for the beginning. */
export async function readSearchPage(
  { workspaceId, filters, q }: LogSearch,
  place: SearchPlace | null,
  signal: AbortSignal,
): Promise<SearchPage> {
  const first = place?.query ?? { workspaceId, q, ...toApiQuery(filters, serverNow()) };
  const query = { ...first, ...(place && { cursor: place.cursor }) };
  const { data, nextCursor, searched } = await client.call(searchLogsEndpoint, { query }, { signal });
  return { rows: data, searched, next: nextCursor === null ? null : { cursor: nextCursor, query: first } };
}

export interface SearchReach {
  /** The number of runs found. */
  found: number;
  /** Start of the oldest run read; null if none was read. */
  from: string | null;
}

/** The maximum number of consecutive repeats after responses with `Retry-After`. */
const MOST_REPEATS = 5;

/**
 * Yields every run that a search finds, page by page. `onPage` receives the progress. @throws the errors of
 * `read`, and the signal's reason if it is aborted
 */
export async function* searchedRows(
  read: (place: SearchPlace | null) => Promise<SearchPage>,
  onPage: (reach: SearchReach) => void,
  signal: AbortSignal,
): AsyncGenerator<ExportedRow> {
  const reach: SearchReach = { found: 0, from: null };
  for (let place: SearchPlace | null = null; ; ) {
    const page = await readPatiently(() => read(place), signal);
    reach.found += page.rows.length;
    reach.from = page.searched.from ?? reach.from;
    onPage({ ...reach });
    for (const log of page.rows) yield { log, json: writeJson(log) };
    if (page.next === null) return;
    place = page.next;
  }
}

/** Waits as long as `Retry-After` requests, then repeats the request. */
async function readPatiently(read: () => Promise<SearchPage>, signal: AbortSignal): Promise<SearchPage> {
  for (let repeats = 0; ; repeats += 1) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
      if (waitMs === null || repeats === MOST_REPEATS) throw error;
      await pause(waitMs, signal);
    }
  }
}
