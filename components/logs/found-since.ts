import type { FoundLog } from '@/lib/services/log-search/schema';
import type { LogSummary } from '@/lib/services/logs/schema';
import { newestFirst } from './merge-newest';

/** What a search has read of the runs that end while it is shown. */
export interface ReadSince {
  /** Of the newest runs, when they were asked for last; null before the first time. */
  ids: ReadonlySet<string> | null;
  /** Start of the newest of them; null while there was none. */
  newest: string | null;
  /** How many have come in since the search began. */
  added: number;
  found: readonly FoundLog[];
}

/** The newest runs may have ended between the beginning of a search and the first look at them. */
export const NOTHING_READ: ReadSince = { ids: null, newest: null, added: 0, found: [] };

type Head = ReadonlyArray<Pick<LogSummary, 'id' | 'startedAt'>>;

/** From which start on the newest runs are yet to be searched, to its end; null when all are. */
export function unreadFrom({ ids, newest }: ReadSince, head: Head): string | null {
  const fresh = head.filter(({ id }) => !ids?.has(id));
  const oldest = fresh.toSorted(newestFirst).at(-1);
  if (oldest === undefined) return null;
  // Nothing in common with what was seen: there are more between.
  const isGap = newest !== null && fresh.length === head.length;
  return isGap && newest < oldest.startedAt ? newest : oldest.startedAt;
}

/** After the runs of `head` were searched, with what was found. */
export function withRead(before: ReadSince, head: Head, found: readonly FoundLog[]): ReadSince {
  const { ids } = before;
  // The first look finds runs that the search itself has read.
  const fresh = ids === null ? [] : head.filter(({ id }) => !ids.has(id));
  return {
    ids: new Set(head.map(({ id }) => id)),
    newest: head.toSorted(newestFirst)[0]?.startedAt ?? before.newest,
    added: before.added + fresh.length,
    found: found.length === 0 ? before.found : withFound(before.found, found),
  };
}

/** Both lists as one, the newest first and none twice. */
export function withFound(rows: readonly FoundLog[], found: readonly FoundLog[]): readonly FoundLog[] {
  const known = new Set(rows.map(({ id }) => id));
  const added = found.filter(({ id }) => !known.has(id));
  return added.length === 0 ? rows : [...rows, ...added].sort(newestFirst);
}
