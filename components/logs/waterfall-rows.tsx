'use client';

import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/format-quantity';
import { Status } from '@/components/ui/status';
import { useRowWindow } from '@/components/ui/windowed-rows';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { isWait } from '@/lib/core/engine/waiting-time';
import { type AxisView, placed, type TimeAxis } from './time-axis';
import { useAxisView } from './use-axis-view';
import { requestsOf, type Stretch, type WaterfallRow, whatOpens } from './waterfall';
import { GapMarks, WaterfallRuler } from './waterfall-ruler';

const INDENT_PX = 12;
const TOGGLE_PX = 26;
const ROW_HEIGHT_PX = 32;
/** A longer list scrolls in its own box, so that the selected block's detail stays in reach. */
const MOST_ROWS_WHOLE = 40;

interface WaterfallRowsProps {
  rows: readonly WaterfallRow[];
  axis: TimeAxis;
  chosenId: string;
  onChoose: (row: WaterfallRow) => void;
  onToggle: (id: string) => void;
}

/** Rows with their bars in time; renders only those in view. Up and Down move, + and − zoom. */
export function WaterfallRows({ rows, axis, chosenId, onChoose, onToggle }: WaterfallRowsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const bars = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { start, end, reveal } = useRowWindow(scroller, rows.length, ROW_HEIGHT_PX);
  const { view, isWhole, onKey, ...zoom } = useAxisView(frame, bars);
  const isLong = rows.length > MOST_ROWS_WHOLE;
  const shown = isLong ? rows.slice(start, end) : rows;
  const focusRow = (index: number) => {
    reveal(index);
    const row = () => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    const drawn = row();
    if (drawn) drawn.focus({ preventScroll: true });
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at !== undefined && step !== undefined)
      focusRow(Math.max(0, Math.min(rows.length - 1, Number(at) + step)));
    else if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const first = isLong ? start : 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div ref={frame} onKeyDown={onKeyDown} className="border-line border-b">
      <WaterfallRuler
        axis={axis}
        view={view}
        isWhole={isWhole}
        bars={bars}
        onZoomIn={zoom.zoomIn}
        onZoomOut={zoom.zoomOut}
        onShowAll={zoom.showAll}
      />
      <div ref={scroller} className={cn('py-2', isLong && 'max-h-[45vh] overflow-y-auto')}>
        <ol style={isLong ? { height: rows.length * ROW_HEIGHT_PX, paddingTop: start * ROW_HEIGHT_PX } : {}}>
          {shown.map((row, offset) => (
            <li key={row.id} className="relative h-8">
              <RowButton
                row={row}
                axis={axis}
                view={view}
                index={first + offset}
                chosen={row.id === chosenId}
                onChoose={() => onChoose(row)}
              />
              <OpenButton row={row} onToggle={onToggle} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function OpenButton({ row, onToggle }: { row: WaterfallRow; onToggle: (id: string) => void }) {
  if (row.open === null) return null;
  return (
    <button
      type="button"
      aria-expanded={row.open}
      aria-label={whatOpens(row)}
      onClick={() => onToggle(row.id)}
      className="absolute inset-y-0 flex w-6 items-center justify-end text-faint hover:text-strong"
      style={{ left: row.depth * INDENT_PX }}
    >
      <ChevronRight className={cn('size-3.5', row.open && 'rotate-90')} aria-hidden />
    </button>
  );
}

interface RowButtonProps {
  row: WaterfallRow;
  index: number;
  axis: TimeAxis;
  view: AxisView;
  chosen: boolean;
  onChoose: () => void;
}

function RowButton({ row, index, axis, view, chosen, onChoose }: RowButtonProps) {
  const { stretches, status } = row;
  return (
    <button
      type="button"
      data-row={index}
      aria-pressed={row.kind === 'span' ? chosen : undefined}
      onClick={onChoose}
      className={cn(
        'flex h-8 w-full items-center pr-4',
        'text-left hover:bg-hover focus-visible:-outline-offset-2',
        chosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span
        className="flex w-2/5 shrink-0 items-center gap-2 pr-3"
        style={{ paddingLeft: TOGGLE_PX + row.depth * INDENT_PX }}
      >
        <Status kind={status} compact className="shrink-0" />
        <RowName row={row} />
      </span>
      <span className="relative h-2.5 min-w-0 flex-1 overflow-x-clip rounded-sm bg-pressed/60" aria-hidden>
        <GapMarks axis={axis} view={view} />
        {stretches.map((stretch) => (
          <Bar
            key={`${stretch.kind}-${stretch.fromMs}`}
            stretch={stretch}
            status={status}
            axis={axis}
            view={view}
          />
        ))}
      </span>
      <span className="tabular w-18 shrink-0 text-right text-muted text-xs">
        {status === 'skipped' ? 'skipped' : formatDuration(row.durationMs)}
      </span>
    </button>
  );
}

interface BarProps {
  stretch: Stretch;
  status: TraceSpan['status'];
  axis: TimeAxis;
  view: AxisView;
}

function Bar({ stretch, status, axis, view }: BarProps) {
  const place = placed(axis, view, stretch);
  if (place === null) return null;
  return (
    <span
      className={cn('absolute inset-y-0 rounded-sm', stretchColor(stretch.kind, status))}
      style={{ left: `${place.leftPercent}%`, width: `${place.widthPercent}%` }}
    />
  );
}

function RowName({ row }: { row: WaterfallRow }) {
  if (row.kind === 'iteration') return <span className="min-w-0 truncate">Iteration {row.index + 1}</span>;
  const { span, iterations } = row;
  const { pages, retries } = requestsOf(span);
  return (
    <>
      <span translate="no" className="min-w-0 truncate font-medium">
        {span.name}
      </span>
      {isWait(span) && span.status !== 'skipped' ? (
        <span className="shrink-0 text-faint text-xs">waited</span>
      ) : null}
      {span.pinned ? <span className="shrink-0 text-accent text-xs">pinned</span> : null}
      {span.iteration === undefined ? null : (
        <span className="shrink-0 text-faint text-xs">#{span.iteration + 1}</span>
      )}
      {iterations > 0 ? (
        <span className="shrink-0 text-faint text-xs">
          {iterations.toLocaleString('en')} {iterations === 1 ? 'iteration' : 'iterations'}
        </span>
      ) : null}
      {pages === null ? null : (
        <span className="shrink-0 text-faint text-xs">{pages === 1 ? '1 page' : `${pages} pages`}</span>
      )}
      {retries > 0 ? (
        <span className="shrink-0 text-2xs text-warning">{attemptsWords(pages, retries)}</span>
      ) : null}
    </>
  );
}

/** Counts all attempts of a single request; for several pages, only the retries. */
const attemptsWords = (pages: number | null, retries: number): string =>
  pages === null ? `${retries + 1} attempts` : retries === 1 ? '1 retry' : `${retries} retries`;

const PAUSE = 'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,transparent_2px_5px)]';

function stretchColor(kind: Stretch['kind'], status: TraceSpan['status']): string {
  if (kind === 'wait') return PAUSE;
  if (kind === 'failed-try') return 'bg-warning-solid/70';
  if (status === 'error') return 'bg-danger-solid';
  return status === 'warning' ? 'bg-warning-solid' : 'bg-accent-solid/80';
}
