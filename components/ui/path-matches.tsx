'use client';

import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { pathInside } from '@/lib/core/references/path-text';
import { cn } from './class-names';
import { countOf, formatCount } from './format-quantity';
import type { FoundPaths } from './json-paths';
import { valueColor } from './json-row';
import { type JsonPath, previewOf } from './json-tree';
import { useRowWindow } from './windowed-rows';

const ROW_HEIGHT_PX = 24;
const PREVIEW_CHARS = 160;

export interface PathMatchesProps {
  value: unknown;
  /** Null during the search. */
  found: FoundPaths | null;
  label: string;
  maxHeight: string;
  onPick: (path: string) => void;
  pickLabel: string;
}

/** The matches of a JSONPath: each place with its value; a click or Enter picks it. */
export function PathMatches({ value, found, label, maxHeight, onPick, pickLabel }: PathMatchesProps) {
  return (
    <div className="overflow-clip rounded-lg border border-line bg-sunken">
      <p role="status" className="border-line border-b px-2.5 py-1.5 text-muted text-xs">
        {wordsFor(found)}
      </p>
      {found === null || 'problem' in found || found.paths.length === 0 ? null : (
        <Places
          value={value}
          label={label}
          maxHeight={maxHeight}
          onPick={onPick}
          pickLabel={pickLabel}
          paths={found.paths}
        />
      )}
    </div>
  );
}

function wordsFor(found: FoundPaths | null): string {
  if (found === null) return 'Looking…';
  if ('problem' in found) return found.problem;
  const { paths, isMore } = found;
  if (paths.length === 0) return 'No matches.';
  if (isMore) return `The first ${formatCount(paths.length)} matches`;
  return countOf(paths.length, 'match', 'matches');
}

type PlacesProps = Omit<PathMatchesProps, 'found'> & { paths: readonly JsonPath[] };

function Places({ value, paths, label, maxHeight, onPick, pickLabel }: PlacesProps) {
  const view = useRef<HTMLDivElement>(null);
  const id = useId();
  const [wanted, setCurrent] = useState(0);
  const current = Math.min(wanted, paths.length - 1);
  const { start, end, reveal } = useRowWindow(view, paths.length, ROW_HEIGHT_PX);
  const pick = (at: number) => {
    const path = paths[at];
    if (path !== undefined) onPick(pathInside(path));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: paths.length - 1 };
    const next = new Map(Object.entries(steps)).get(event.key);
    if (next !== undefined) {
      const place = Math.max(0, Math.min(next, paths.length - 1));
      setCurrent(place);
      reveal(place);
    } else if (event.key === 'Enter') pick(current);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const option = event.target instanceof Element ? event.target.closest('[data-place]') : null;
    if (option === null) return;
    const at = Number(option.getAttribute('data-place'));
    setCurrent(at);
    pick(at);
  };
  return (
    <div
      ref={view}
      role="listbox"
      aria-label={`Matches in ${label}`}
      tabIndex={0}
      aria-activedescendant={current >= start && current < end ? `${id}-${current}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/list overflow-auto py-1 font-mono text-xs focus-visible:-outline-offset-2"
      style={{ maxHeight }}
    >
      <div className="relative" style={{ height: paths.length * ROW_HEIGHT_PX }}>
        {paths.slice(start, end).map((path, offset) => {
          const at = start + offset;
          const inside = valueAt(value, path);
          return (
            <div
              key={pathInside(path)}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              data-place={at}
              title={pickLabel}
              className={cn(
                'absolute inset-x-0 flex cursor-pointer items-center gap-2 px-2.5 hover:bg-hover',
                at === current && 'group-focus-visible/list:bg-accent-soft',
              )}
              style={{ top: at * ROW_HEIGHT_PX, height: ROW_HEIGHT_PX }}
            >
              <span className="max-w-[60%] shrink-0 truncate text-muted">{pathInside(path) || 'all'}</span>
              <span className={cn('min-w-0 truncate', valueColor(inside))}>
                {previewOf(inside, PREVIEW_CHARS)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
