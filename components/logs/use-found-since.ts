import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundLog } from '@/lib/services/log-search/schema';
import { NOTHING_READ, type ReadSince, unreadFrom, withFound, withRead } from './found-since';
import type { LogFilters } from './log-filters';
import { newestLogsQuery } from './log-queries';
import { type LogSearch, readSearchPage, type SearchPlace } from './search-walk';

/** The maximum number of search pages per poll. */
const MOST_PAGES = 5;

interface Watched {
  search: string;
  read: ReadSince;
  /** True if more runs end than can be searched in the meantime. */
  isBehind: boolean;
}

/**
 * Returns a search's matches among the runs that have ended since it began. The list's newest rows are
 * polled as usual; only the new ones are searched.
 */
export function useFoundSince(workspaceId: string, filters: LogFilters, q: string, isOn: boolean) {
  const search = JSON.stringify([workspaceId, q, filters]);
  const [watched, setWatched] = useState<Watched>({ search, read: NOTHING_READ, isBehind: false });
  const newest = useQuery({ ...newestLogsQuery(workspaceId, filters), enabled: isOn });
  const { read, isBehind } = watched.search === search ? watched : { read: NOTHING_READ, isBehind: false };
  const head = isOn ? newest.data : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each answer, so that failures are made good
  useEffect(() => {
    if (!head) return;
    const from = unreadFrom(read, head);
    if (from === null) {
      if (read.ids === null) setWatched({ search, read: withRead(read, head, []), isBehind: false });
      return;
    }
    const stopping = new AbortController();
    void readFrom({ workspaceId, filters, q }, from, stopping.signal).then(
      ({ found, isWhole }) => {
        if (stopping.signal.aborted) return;
        const after = isWhole
          ? withRead(read, head, found)
          : { ...read, found: withFound(read.found, found) };
        setWatched({ search, read: after, isBehind: !isWhole });
      },
      () => {},
    );
    return () => stopping.abort();
  }, [search, head, newest.dataUpdatedAt]);
  const isLive = isOn && newest.isSuccess && !isBehind;
  return { found: read.found, added: read.added, isLive };
}

async function readFrom(search: LogSearch, startDate: string, signal: AbortSignal) {
  const { range, ...filters } = search.filters;
  const found: FoundLog[] = [];
  let place: SearchPlace | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await readSearchPage({ ...search, filters: { ...filters, startDate } }, place, signal);
    found.push(...page.rows);
    place = page.next;
    if (place === null) return { found, isWhole: true };
  }
  return { found, isWhole: false };
}
