'use client';

import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { countOf } from '@/components/ui/format-quantity';
import { formatClock } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { useNow } from '@/components/ui/relative-time';

export interface SearchProgressProps {
  matches: number;
  searched: { executions: number; from: string | null };
  isSearching: boolean;
  hasMore: boolean;
  onSearchOn: () => void;
}

/** The progress of a search, with a button to continue. */
export function SearchProgress(props: SearchProgressProps) {
  const { matches, searched, isSearching, hasMore, onSearchOn } = props;
  const now = useNow();
  const timeZone = useTimeZone();
  const since =
    searched.from === null ? '' : `, back to ${formatClock(Date.parse(searched.from), now, timeZone)}`;
  const runs = countOf(searched.executions, 'run');
  const isWhole = !hasMore && !isSearching;
  return (
    <div
      className={cn(
        'flex min-h-10 flex-wrap items-center gap-x-3 border-line border-b px-4 py-1.5 text-sm md:px-6',
      )}
    >
      <p role="status" className="text-muted">
        <span className="text-ink">{countOf(matches, 'match', 'matches')}</span>.{' '}
        {isWhole
          ? `${runs}, all runs searched.`
          : `${runs} searched${since}${isSearching ? '; searching…' : '.'}`}
      </p>
      {hasMore && !isSearching ? (
        <Button size="sm" onClick={onSearchOn}>
          Search older runs
        </Button>
      ) : null}
    </div>
  );
}
