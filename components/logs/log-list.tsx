'use client';

import { ArrowUp } from 'lucide-react';
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { logPagePath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { countOf } from '@/components/ui/format-quantity';
import { LiveCount } from '@/components/ui/live-count';
import { useTimeZone } from '@/components/ui/page-time';
import { useNow } from '@/components/ui/relative-time';
import { useRowWindow } from '@/components/ui/windowed-rows';
import { cn } from '../ui/class-names';
import { ROW_HEIGHTS_PX, readListLayout, useListLayout } from './list-layout';
import { type ListedRow, LogListHead, LogListRow } from './log-list-row';
import { useListColumns } from './use-list-columns';
import { rowAfterKey, useLogKeys } from './use-log-keys';
import { useRowValues } from './use-row-values';

export interface LogListProps {
  rows: readonly ListedRow[];
  openId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** Called when the end of the list comes into view. */
  onEnd: () => void;
  hasMore: boolean;
  isReadingOn: boolean;
  /** Ids of the ticked rows. */
  ticked: readonly string[];
  onTick: (row: ListedRow) => void;
  onTag: (tag: string) => void;
  /** The text at the end of the list; searches use their own. */
  endWords?: string;
}

const END_ROWS = 20;

/**
 * Virtual rows; arrows (or j and k) move, Enter opens, wherever the focus is. New rows never move the rows
 * in view.
 */
export function LogList(props: LogListProps) {
  const { rows, openId, onOpen, onClose, onEnd, hasMore, isReadingOn, ticked, onTick, onTag } = props;
  const { endWords = 'No older runs.' } = props;
  const view = useRef<HTMLDivElement>(null);
  const [currentId, setCurrentId] = useState(openId);
  const now = useNow();
  const timeZone = useTimeZone();
  const { id: workspaceId } = useWorkspace();
  const { density } = useListLayout();
  const [columns] = useListColumns();
  const height = ROW_HEIGHTS_PX[density];
  useEffect(readListLayout, []);
  const { start, end, scrollTop, reveal } = useRowWindow(view, rows.length, height);
  const unseen = useSteadyScroll(view, rows, height);
  const inView = useMemo(() => rows.slice(start, end), [rows, start, end]);
  const values = useRowValues(workspaceId, inView, columns.paths);
  const nearEnd = end >= rows.length - END_ROWS;
  useEffect(() => {
    if (nearEnd && hasMore) onEnd();
  }, [nearEnd, hasMore, onEnd]);

  const markedId = currentId ?? openId;
  // Memoized, because a scroll renders every frame and there may be a hundred thousand rows.
  const found = useMemo(
    () => (markedId === null ? -1 : rows.findIndex((row) => row.id === markedId)),
    [rows, markedId],
  );
  const current = Math.max(0, found);
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const index = openId === null ? -1 : rows.findIndex((row) => row.id === openId);
    if (index < 0 || openId === null || shown.current === openId) return;
    shown.current = openId;
    setCurrentId(openId);
    reveal(index);
  }, [openId, rows, reveal]);
  useLogKeys({
    walk: (key) => {
      const to = rowAfterKey(key, current, rows.length, found >= 0);
      const row = to === undefined ? undefined : rows[to];
      if (to === undefined || !row) return false;
      view.current?.focus({ preventScroll: true });
      setCurrentId(row.id);
      reveal(to);
      if (openId) onOpen(row.id);
      return true;
    },
    tick: () => rows[current] && onTick(rows[current]),
    open: () => rows[current] && onOpen(rows[current].id),
    ...(openId === null ? {} : { close: onClose }),
  });

  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-run]') : null;
    if (!row?.dataset.run || event.button > MIDDLE_BUTTON) return;
    // As with a link: its page in a tab beside this one.
    if (isForNewTab(event)) return void window.open(logPagePath(workspaceId, row.dataset.run), '_blank');
    const tag = event.target instanceof Element && event.target.closest<HTMLElement>('[data-tag]');
    if (tag instanceof HTMLElement && tag.dataset.tag) return onTag(tag.dataset.tag);
    setCurrentId(row.dataset.run);
    const isTick = event.target instanceof Element && event.target.closest('[data-tick]') !== null;
    const listed = isTick ? rows.find(({ id }) => id === row.dataset.run) : undefined;
    if (listed === undefined) onOpen(row.dataset.run);
    else onTick(listed);
  };

  const isUnseen = unseen > 0 && scrollTop > height;
  const ending = isReadingOn ? 'Loading older runs…' : hasMore ? '' : endWords;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <LogListHead columns={columns} />
      <LiveCount text={isUnseen ? countOf(unseen, 'new run') : ''} about={String(isUnseen)} />
      {isUnseen ? (
        <Button
          size="sm"
          variant="primary"
          className="absolute top-11 left-1/2 z-10 -translate-x-1/2 rounded-full"
          onClick={() => view.current?.scrollTo({ top: 0 })}
        >
          <ArrowUp aria-hidden />
          {unseen} new
        </Button>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: useLogKeys has them, for the whole page */}
      <div
        ref={view}
        role="listbox"
        data-logs
        aria-label="Runs, newest first"
        tabIndex={0}
        aria-activedescendant={current >= start && current < end ? `run-${rows[current]?.id}` : undefined}
        onClick={onClick}
        onAuxClick={onClick}
        // Else the middle button begins to scroll, where a browser does that.
        onMouseDown={(event) => event.button === MIDDLE_BUTTON && event.preventDefault()}
        className={cn(
          'group/list @container min-h-0 flex-1 overflow-y-auto',
          'overflow-x-hidden outline-none [scrollbar-gutter:stable]',
        )}
      >
        <div className="relative" style={{ height: rows.length * height }}>
          {inView.map((row, offset) => (
            <LogListRow
              key={row.id}
              row={row}
              now={now}
              timeZone={timeZone}
              columns={columns}
              values={values.byId.get(row.id)}
              isUnread={values.isError}
              top={(start + offset) * height}
              height={height}
              isOpen={row.id === openId}
              isCurrent={start + offset === current}
              isTicked={ticked.includes(row.id)}
            />
          ))}
        </div>
        <p aria-hidden className="py-4 text-center text-faint text-xs">
          {ending}
        </p>
      </div>
      <p role="status" className="sr-only">
        {ending}
      </p>
    </div>
  );
}

/**
 * Keeps the row at the top of the view in place when rows are added above it.
 * @returns the number of rows added since the top was last in view
 */
function useSteadyScroll(
  view: { current: HTMLElement | null },
  rows: readonly ListedRow[],
  height: number,
): number {
  const anchor = useRef<{ id: string; index: number } | undefined>(undefined);
  const [unseen, setUnseen] = useState(0);
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const remember = () => {
      const index = Math.floor(element.scrollTop / height);
      const row = rows[index];
      anchor.current = row && element.scrollTop > 0 ? { id: row.id, index } : undefined;
      if (index === 0) setUnseen(0);
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [view, rows, height]);
  useLayoutEffect(() => {
    const element = view.current;
    const before = anchor.current;
    if (!element || !before) return;
    // Rows are only added, so the index cannot have decreased.
    let index = before.index;
    while (index < rows.length && rows[index]?.id !== before.id) index += 1;
    const moved = index - before.index;
    if (moved === 0 || index >= rows.length) return;
    element.scrollTop += moved * height;
    setUnseen((count) => count + moved);
  }, [view, rows, height]);
  return unseen;
}

const MIDDLE_BUTTON = 1;

const isForNewTab = ({ button, ctrlKey, metaKey }: MouseEvent): boolean =>
  button === MIDDLE_BUTTON || (button === 0 && (ctrlKey || metaKey));
