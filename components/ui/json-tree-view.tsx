'use client';

import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pathInside } from '@/lib/core/references/path-text';
import { cn } from './class-names';
import { formatCount } from './format-quantity';
import { IconButton } from './icon-button';
import { JsonRowView, ROW_HEIGHT_PX } from './json-row';
import type { JsonRow } from './json-rows';
import { heightWithin } from './view-room';
import { useRowWindow } from './windowed-rows';

/** The source of a tree's rows: this thread, or a worker. */
export interface TreeSource {
  /** A different object means a different value. */
  value: unknown;
  /** The total number of rows. */
  count: number;
  /** Receives the range of rows in view. */
  want?: (from: number, to: number) => void;
  /** A row that is still loading is undefined. */
  slice: (from: number, to: number) => ReadonlyArray<JsonRow | undefined>;
  toggle: (index: number) => void;
  /** @returns the number of matches */
  find: (needle: string) => number | Promise<number>;
  /** Opens the branches around a match of the last search. @returns its row */
  reveal: (match: number) => number | Promise<number>;
  textOf: (row: JsonRow) => string | Promise<string>;
}

export interface JsonTreeOptions {
  /** Accessible name, for example "Output". */
  label: string;
  /** The maximum height before the tree scrolls itself, in CSS; with the search at most `roomFor`. */
  maxHeight?: string;
  /** Called with the path of a row's picked value (Enter or its button). */
  onPick?: (path: string) => void;
  /** The name of the pick action, for example "Use this value". */
  pickLabel?: string;
  className?: string;
}

/** Includes its borders. */
const SEARCH_BAR_HEIGHT = '2.25rem';

/** The rows of a tree: arrow keys, search, copy value or path; renders only the rows in view. */
export function JsonTreeView(props: JsonTreeOptions & { source: TreeSource; actions: ReactNode }) {
  const { source, actions, label, maxHeight = '28rem', onPick, pickLabel, className } = props;
  const [current, setCurrent] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const id = useId();
  const { start, end, reveal, height, topOf } = useRowWindow(view, source.count, ROW_HEIGHT_PX);
  const search = useTreeSearch(source, (place) => {
    setCurrent(place);
    // After the new rows are rendered, because scrolling needs their height.
    requestAnimationFrame(() => {
      reveal(place, 'center');
      frame.current?.scrollIntoView({ block: 'nearest' });
    });
  });
  const rows = source.slice(start, end);
  useEffect(() => source.want?.(start, end));
  const goTo = (index: number) => {
    const place = Math.max(0, Math.min(index, source.count - 1));
    setCurrent(place);
    reveal(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = source.slice(current, current + 1)[0];
    const act = row ? keyAction(event.key, row, current, source.count) : undefined;
    if (!row || act === undefined) return;
    event.preventDefault();
    if (act === 'toggle') source.toggle(current);
    else if (act === 'pick') onPick?.(pathInside(row.path));
    else goTo(act.to);
  };

  return (
    <div
      ref={frame}
      translate="no"
      className={cn('overflow-clip rounded-lg border border-line bg-sunken', className)}
    >
      {/* Stays visible while the surrounding page scrolls, because the person types in it. */}
      <div
        className={cn(
          'sticky top-0 z-10 flex h-8 items-center gap-1',
          'rounded-t-lg border-line border-b bg-sunken pr-1 pl-2.5',
        )}
      >
        <Search className="size-3.5 shrink-0 text-faint" aria-hidden />
        <input
          aria-label={`Search in ${label}`}
          placeholder="Search"
          value={search.needle}
          onChange={(event) => search.setNeedle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search.move(event.shiftKey ? -1 : 1);
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-xs outline-none"
        />
        {search.needle === '' ? null : (
          <>
            <span className="tabular text-faint text-xs" role="status">
              {search.words}
            </span>
            <IconButton label="Previous match" size="sm" onClick={() => search.move(-1)}>
              <ChevronUp />
            </IconButton>
            <IconButton label="Next match" size="sm" onClick={() => search.move(1)}>
              <ChevronDown />
            </IconButton>
          </>
        )}
        {actions}
      </div>
      <div
        ref={view}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={current >= start && current < end ? `${id}-${current}` : undefined}
        onKeyDown={onKeyDown}
        className="group/tree overflow-auto py-1 font-mono text-xs focus-visible:-outline-offset-2"
        style={{ maxHeight: heightWithin(maxHeight, SEARCH_BAR_HEIGHT) }}
      >
        <div className="relative min-w-max" style={{ height }}>
          {rows.map((row, offset) =>
            row === undefined ? null : (
              <JsonRowView
                key={row.id}
                id={`${id}-${start + offset}`}
                row={row}
                top={topOf(start + offset)}
                current={start + offset === current}
                needle={search.needle}
                onToggle={() => {
                  setCurrent(start + offset);
                  source.toggle(start + offset);
                }}
                copyText={() => source.textOf(row)}
                {...(onPick ? { onPick } : {})}
                {...(pickLabel ? { pickLabel } : {})}
              />
            ),
          )}
        </div>
      </div>
    </div>
  );
}

/** The search in a tree. `show` receives the row of the current match. */
function useTreeSearch(source: TreeSource, show: (row: number) => void) {
  const [needle, setNeedle] = useState('');
  const [found, setFound] = useState<{ needle: string; count: number; at: number } | null>(null);
  const latest = useRef('');
  const isLatest = (sought: string) => latest.current === sought;
  const look = async (sought: string): Promise<number> => {
    const count = await source.find(sought);
    if (isLatest(sought)) setFound({ needle: sought, count, at: 0 });
    return count;
  };
  const go = async (sought: string, count: number, wanted: number) => {
    if (count === 0 || !isLatest(sought)) return;
    const at = (wanted + count) % count;
    const row = await source.reveal(at);
    if (!isLatest(sought)) return;
    setFound({ needle: sought, count, at });
    show(row);
  };
  const { value } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another value the matches are others
  useEffect(() => {
    if (needle !== '') void look(needle);
  }, [value]);
  const isFound = found?.needle === needle;
  return {
    needle,
    words: !isFound ? '…' : found.count === 0 ? 'none' : `${found.at + 1}/${formatCount(found.count)}`,
    setNeedle: (sought: string) => {
      setNeedle(sought);
      latest.current = sought;
      if (sought !== '') void look(sought).then((count) => go(sought, count, 0));
    },
    move: (by: 1 | -1) => {
      if (isFound) void go(needle, found.count, found.at + by);
    },
  };
}

/** Returns a key's action on a row of a tree, following the ARIA pattern for trees. */
function keyAction(key: string, row: JsonRow, at: number, count: number) {
  if (key === 'ArrowDown') return { to: at + 1 };
  if (key === 'ArrowUp') return { to: at - 1 };
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: count - 1 };
  if (key === ' ') return row.childCount ? 'toggle' : undefined;
  if (key === 'Enter') return 'pick';
  if (key === 'ArrowRight') return row.open ? { to: at + 1 } : row.childCount ? 'toggle' : undefined;
  if (key !== 'ArrowLeft') return undefined;
  if (row.open) return 'toggle';
  return row.parent < 0 ? undefined : { to: row.parent };
}
