'use client';

import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { writeJson } from '@/lib/platform/text/json-text';
import { cn } from './class-names';
import { CopyButton } from './copy-button';
import { formatCount } from './format-quantity';
import { IconButton } from './icon-button';
import { JsonRowView, ROW_HEIGHT_PX } from './json-row';
import { findInJson, type JsonRow, openTo, pathText, visibleRows } from './json-tree';
import { heightWithin } from './view-room';
import { useRowWindow } from './windowed-rows';

export interface JsonViewProps {
  value: unknown;
  /** Accessible name, for example "Output". */
  label: string;
  /** Tallest the tree grows before it scrolls by itself, in CSS; with the search no taller than `roomFor`. */
  maxHeight?: string;
  /** Called with the path of a row whose value is picked (Enter or its button). */
  onPick?: (path: string) => void;
  /** What picking does, for example "Use this value". */
  pickLabel?: string;
  className?: string;
}

/** With the borders around it. */
const SEARCH_BAR_HEIGHT = '2.25rem';

/** A JSON value as a tree: arrow keys, search, copy value or path; draws only what is in sight. */
export function JsonView(props: JsonViewProps) {
  const { value, label, maxHeight = '28rem', onPick, pickLabel, className } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const [needle, setNeedle] = useState('');
  const [matchIndex, setMatchIndex] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => visibleRows(value, toggled), [value, toggled]);
  const matches = useMemo(() => findInJson(value, needle), [value, needle]);
  const { start, end, reveal } = useRowWindow(view, rows.length, ROW_HEIGHT_PX);

  const goTo = (index: number) => {
    const place = Math.max(0, Math.min(index, rows.length - 1));
    setCurrent(place);
    reveal(place);
  };
  const toggle = (row: JsonRow) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(row.id)) after.add(row.id);
      return after;
    });
  const showMatch = (index: number, found = matches) => {
    const path = found[(index + found.length) % found.length];
    if (!path) return;
    const opened = openTo(value, toggled, path);
    setToggled(opened);
    setMatchIndex((index + found.length) % found.length);
    const place = visibleRows(value, opened).findIndex((row) => pathText(row.path) === pathText(path));
    setCurrent(place);
    // After the new rows are drawn, so that the scroll height is there.
    requestAnimationFrame(() => {
      reveal(place, 'center');
      frame.current?.scrollIntoView({ block: 'nearest' });
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    const act = row ? keyAction(event.key, row, rows, current) : undefined;
    if (!row || !act) return;
    event.preventDefault();
    if (act === 'toggle') toggle(row);
    else if (act === 'pick') onPick?.(pathText(row.path));
    else goTo(act.to);
  };

  return (
    <div ref={frame} className={cn('overflow-clip rounded-lg border border-line bg-sunken', className)}>
      {/* Stays in sight while what is around the tree scrolls: it is what one types in. */}
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
          value={needle}
          onChange={(event) => {
            setNeedle(event.target.value);
            showMatch(0, findInJson(value, event.target.value));
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') showMatch(matchIndex + (event.shiftKey ? -1 : 1));
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-xs outline-none"
        />
        {needle === '' ? null : (
          <>
            <span className="tabular text-faint text-xs" role="status">
              {matches.length === 0 ? 'none' : `${matchIndex + 1}/${formatCount(matches.length)}`}
            </span>
            <IconButton label="Previous match" size="sm" onClick={() => showMatch(matchIndex - 1)}>
              <ChevronUp />
            </IconButton>
            <IconButton label="Next match" size="sm" onClick={() => showMatch(matchIndex + 1)}>
              <ChevronDown />
            </IconButton>
          </>
        )}
        <CopyButton label={`Copy ${label}`} text={() => writeJson(value, null, 2)} />
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
        <div className="relative min-w-max" style={{ height: rows.length * ROW_HEIGHT_PX }}>
          {rows.slice(start, end).map((row, offset) => (
            <JsonRowView
              key={row.id}
              id={`${id}-${start + offset}`}
              row={row}
              top={(start + offset) * ROW_HEIGHT_PX}
              current={start + offset === current}
              needle={needle}
              onToggle={() => {
                setCurrent(start + offset);
                toggle(row);
              }}
              {...(onPick ? { onPick } : {})}
              {...(pickLabel ? { pickLabel } : {})}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** What a key does on a row of a tree, as screen reader users expect it. */
function keyAction(key: string, row: JsonRow, rows: JsonRow[], at: number) {
  if (key === 'ArrowDown') return { to: at + 1 };
  if (key === 'ArrowUp') return { to: at - 1 };
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: rows.length - 1 };
  if (key === ' ') return row.childCount ? 'toggle' : undefined;
  if (key === 'Enter') return 'pick';
  if (key === 'ArrowRight') return row.open ? { to: at + 1 } : row.childCount ? 'toggle' : undefined;
  if (key !== 'ArrowLeft') return undefined;
  if (row.open) return 'toggle';
  const parent = rows.slice(0, at).findLastIndex((other) => other.depth === row.depth - 1);
  return parent < 0 ? undefined : { to: parent };
}
