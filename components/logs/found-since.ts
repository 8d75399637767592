import type { FoundLog } from '@/lib/services/log-search/schema';
import type { LogSummary } from '@/lib/services/logs/schema';
import { newestFirst } from './merge-newest';

/** The progress of a search through the runs that end while it is shown. */
export interface ReadSince {
  /** Ids of the newest runs at the last poll; null before the first. */
  ids: ReadonlySet<string> | null;
  /** Start of the newest of them; null if there was none. */
  newest: string | null;
  /** The number of runs that have come in since the search began. */
  added: number;
  found: readonly FoundLog[];
}

/** Starts without ids: the newest runs may have ended between the start of a search and the first poll. */
export const NOTHING_READ: ReadSince = { ids: null, newest: null, added: 0, found: [] };

type Head = ReadonlyArray<Pick<LogSummary, 'id' | 'startedAt'>>;

/** Returns the start of the oldest unsearched run; null if every run is searched. */
export function unreadFrom({ ids, newest }: ReadSince, head: Head): string | null {
  const fresh = head.filter(({ id }) => !ids?.has(id));
  const oldest = fresh.toSorted(newestFirst).at(-1);
  if (oldest === undefined) return null;
  // No overlap with the last poll: there may be more runs in between.
  const isGap = newest !== null && fresh.length === head.length;
  return isGap && newest < oldest.startedAt ? newest : oldest.startedAt;
}

/** Returns the progress after the runs of `head` were searched, with the matches. */
export function withRead(before: ReadSince, head: Head, found: readonly FoundLog[]): ReadSince {
  const { ids } = before;
  // The first poll returns runs that the search itself has read.
  const fresh = ids === null ? [] : head.filter(({ id }) => !ids.has(id));
  return {
    ids: new Set(head.map(({ id }) => id)),
    newest: head.toSorted(newestFirst)[0]?.startedAt ?? before.newest,
    added: before.added + fresh.length,
    found: found.length === 0 ? before.found : withFound(before.found, found),
  };
}

/** Merges both lists, the newest first and without duplicates. */
export function withFound(rows: readonly FoundLog[], found: readonly FoundLog[]): readonly FoundLog[] {
  const known = new Set(rows.map(({ id }) => id));
  const added = found.filter(({ id }) => !known.has(id));
  return added.length === 0 ? rows : [...rows, ...added].sort(newestFirst);
}
