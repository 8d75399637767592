import { ApiError, ConnectionError, TimeoutError } from './errors.js';
import { pause, waitBefore } from './retry.js';
import type { CallOptions, Transport } from './transport.js';
import type { LogDetails, LogFilters, LogPage, LogSummary } from './types/logs.js';

const PAUSE_MS = 10_000;
const ROWS = 1_000;
/** The start in a log is at most 15 days before its end; one more is for clocks that differ. */
const GO_BACK_MS = 16 * 24 * 60 * 60 * 1000;

const NO_ZONE = /T[\d:.]+$/;

/** The place that a reader of the feed has reached, as JSON. It belongs to the feed's query. */
export interface FeedPlace {
  cursor?: string;
  /** After a restore of the server's database: the feed went back to then. */
  startDate?: string;
  handledAt?: string;
}

export interface FeedPage {
  /** May be empty. */
  data: LogSummary[];
  /** Store it once `data` is handled, and give it to the next `feed`. */
  place: FeedPlace;
}

export interface FeedQuery extends LogFilters, LogDetails {
  /** `now`: only what finishes from now on. By default the feed begins with the oldest log. */
  begin?: 'now';
  /** Rows of a page, 1 to 1,000, which is the default. */
  limit?: number;
}

export interface FeedOptions extends Pick<CallOptions, 'timeoutMs'> {
  /** Ends the feed, without an error. */
  signal?: AbortSignal;
  /** The place of the last page that was handled; by default the feed begins as its query says. */
  place?: FeedPlace | undefined;
  /** The pause after a page that was the last one, in milliseconds; 10,000 by default. */
  intervalMs?: number;
  /** Called before the feed waits and asks again. */
  onFailure?: (error: unknown, waitMs: number) => void;
}

/** Yields pages of finished runs, oldest first, for as long as it is read: each run once, late ones too. */
export async function* followLogs(
  http: Transport,
  query: FeedQuery,
  options: FeedOptions = {},
): AsyncGenerator<FeedPage> {
  const { signal, intervalMs = PAUSE_MS } = options;
  let place: FeedPlace = options.place ?? {};
  try {
    for (;;) {
      const page = await patientPage(http, query, place, options);
      if (page === null) {
        place = backFrom(place, query);
        continue;
      }
      const { data, nextCursor, resumeCursor } = page;
      place = { ...place, cursor: nextCursor ?? resumeCursor, handledAt: new Date().toISOString() };
      yield { data, place };
      if (nextCursor === null) await pause(intervalMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Asks until there is an answer. @returns null if the cursor has expired */
async function patientPage(
  http: Transport,
  query: FeedQuery,
  { cursor, startDate }: FeedPlace,
  { signal, timeoutMs, onFailure }: FeedOptions,
): Promise<LogPage | null> {
  // Whoever goes back needs what finished meanwhile.
  const place = startDate === undefined ? { cursor } : { cursor, startDate, begin: undefined };
  const asked = { limit: ROWS, ...query, ...place, order: 'asc' };
  for (let failures = 1; ; failures += 1) {
    try {
      const request = { method: 'GET', path: '/api/v1/logs', query: asked } as const;
      return await http.json<LogPage>(request, { signal, timeoutMs, maxRetries: 0 });
    } catch (error) {
      if (cursor !== undefined && error instanceof ApiError && error.code === 'cursor_expired') return null;
      if (!isPassing(error)) throw error;
      const waitMs = waitBefore(error, failures);
      onFailure?.(error, waitMs);
      await pause(waitMs, signal);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500
    : error instanceof ConnectionError || error instanceof TimeoutError;

/** Returns the place to go on from without a cursor. Some runs come again: they have the same `id`. */
function backFrom({ handledAt }: FeedPlace, { startDate }: FeedQuery): FeedPlace {
  const handledMs = handledAt === undefined ? Date.now() : Date.parse(handledAt);
  const ownMs = startDate === undefined ? Number.NEGATIVE_INFINITY : msOf(startDate);
  const fromMs = Math.max(handledMs - GO_BACK_MS, ownMs);
  return { startDate: new Date(fromMs).toISOString(), handledAt };
}

/** Like the API it takes a time without a zone for UTC. */
const msOf = (date: string | Date): number =>
  new Date(typeof date === 'string' && NO_ZONE.test(date) ? `${date}Z` : date).getTime();
