'use client';

import { ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/format-quantity';
import { Status } from '@/components/ui/status';
import { useRowWindow } from '@/components/ui/windowed-rows';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { SpanDetail } from './span-detail';
import { openAtFirst, requestsOf, type Stretch, type WaterfallRow, waterfallRows } from './waterfall';

export interface TraceTabProps {
  logId: string;
  spans: readonly TraceSpan[];
  startedAt: string;
  totalMs: number;
  /** The block that is chosen at first. */
  blockId?: string | null;
}

const INDENT_PX = 12;
const ROW_HEIGHT_PX = 32;
/** A longer list scrolls by itself, so that the chosen block's detail stays in reach. */
const MOST_ROWS_WHOLE = 40;

/** What ran when, and below it the chosen block in detail; at first the one that failed or struggled. */
export function TraceTab({ logId, spans, startedAt, totalMs, blockId = null }: TraceTabProps) {
  const [open, setOpen] = useState(() => openAtFirst(spans));
  const [chosenId, setChosenId] = useState(() => spanOfBlock(spans, blockId)?.id);
  const rows = useMemo(
    () => waterfallRows(spans, { startedAtMs: Date.parse(startedAt), totalMs }, (id) => open.has(id)),
    [spans, startedAt, totalMs, open],
  );
  const chosen = chosenSpan(rows, chosenId);
  if (!chosen) return <p className="p-4 text-muted">No block ran.</p>;
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const choose = (row: WaterfallRow) => {
    if (row.kind === 'span') setChosenId(row.span.id);
    if (row.open !== null && (row.kind === 'iteration' || row.span.id === chosen.id)) toggle(row.id);
  };
  return (
    <>
      <Rows rows={rows} chosenId={chosen.id} onChoose={choose} onToggle={toggle} />
      <SpanDetail key={chosen.id} span={chosen} logId={logId} />
    </>
  );
}

/** The last of a block that ran at the top; inside containers the rows lead to the failure by themselves. */
const spanOfBlock = (spans: readonly TraceSpan[], blockId: string | null): TraceSpan | undefined =>
  blockId === null ? undefined : spans.findLast((span) => span.blockId === blockId);

/** The innermost failure rather than the container that it ended. */
function chosenSpan(rows: readonly WaterfallRow[], chosenId: string | undefined): TraceSpan | undefined {
  const spans = rows.flatMap((row) => (row.kind === 'span' ? [row.span] : []));
  return (
    spans.find(({ id }) => id === chosenId) ??
    spans.findLast(({ status }) => status === 'error') ??
    spans.find(({ status, attempts }) => status === 'warning' || (attempts?.length ?? 0) > 1) ??
    spans.at(-1)
  );
}

interface RowsProps {
  rows: readonly WaterfallRow[];
  chosenId: string;
  onChoose: (row: WaterfallRow) => void;
  onToggle: (id: string) => void;
}

function Rows({ rows, chosenId, onChoose, onToggle }: RowsProps) {
  const view = useRef<HTMLDivElement>(null);
  const { start, end } = useRowWindow(view, rows.length, ROW_HEIGHT_PX);
  const isLong = rows.length > MOST_ROWS_WHOLE;
  const shown = isLong ? rows.slice(start, end) : rows;
  return (
    <div ref={view} className={cn('border-line border-b py-2', isLong && 'max-h-[45vh] overflow-y-auto')}>
      <ol style={isLong ? { height: rows.length * ROW_HEIGHT_PX, paddingTop: start * ROW_HEIGHT_PX } : {}}>
        {shown.map((row) => (
          <li key={row.id} className="flex h-8">
            <OpenButton row={row} onToggle={onToggle} />
            <RowButton row={row} chosen={row.id === chosenId} onChoose={() => onChoose(row)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function OpenButton({ row, onToggle }: { row: WaterfallRow; onToggle: (id: string) => void }) {
  const indent = { marginLeft: row.depth * INDENT_PX };
  if (row.open === null) return <span className="w-6 shrink-0" style={indent} aria-hidden />;
  return (
    <button
      type="button"
      aria-expanded={row.open}
      aria-label={
        row.kind === 'span' ? `Iterations of ${row.span.name}` : `Blocks of iteration ${row.index + 1}`
      }
      onClick={() => onToggle(row.id)}
      className="flex w-6 shrink-0 items-center justify-end text-faint hover:text-strong"
      style={indent}
    >
      <ChevronRight className={cn('size-3.5', row.open && 'rotate-90')} aria-hidden />
    </button>
  );
}

function RowButton({ row, chosen, onChoose }: { row: WaterfallRow; chosen: boolean; onChoose: () => void }) {
  const { stretches, status } = row;
  return (
    <button
      type="button"
      aria-pressed={row.kind === 'span' ? chosen : undefined}
      onClick={onChoose}
      className={cn(
        'flex h-8 min-w-0 flex-1 items-center gap-3 pr-4 pl-1',
        'text-left hover:bg-hover focus-visible:-outline-offset-2',
        chosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span className="flex w-2/5 min-w-0 items-center gap-2">
        <Status kind={status} compact className="shrink-0" />
        <RowName row={row} />
      </span>
      <span className="relative h-2.5 min-w-0 flex-1 rounded-sm bg-pressed/60" aria-hidden>
        {stretches.map((stretch) => (
          <span
            key={`${stretch.kind}-${stretch.leftPercent}`}
            className={cn('absolute inset-y-0 rounded-sm', stretchColor(stretch.kind, status))}
            style={{ left: `${stretch.leftPercent}%`, width: `${stretch.widthPercent}%` }}
          />
        ))}
      </span>
      <span className="tabular w-18 shrink-0 text-right text-muted text-xs">
        {status === 'skipped' ? 'skipped' : formatDuration(row.durationMs)}
      </span>
    </button>
  );
}

function RowName({ row }: { row: WaterfallRow }) {
  if (row.kind === 'iteration') return <span className="min-w-0 truncate">Iteration {row.index + 1}</span>;
  const { span, iterations } = row;
  const { pages, retries } = requestsOf(span);
  return (
    <>
      <span className="min-w-0 truncate font-medium">{span.name}</span>
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
        <span className="shrink-0 text-2xs text-warning">{triesWords(pages, retries)}</span>
      ) : null}
    </>
  );
}

/** Of one request all tries count; of many pages those that were made again. */
const triesWords = (pages: number | null, retries: number): string =>
  pages === null ? `${retries + 1} tries` : retries === 1 ? '1 retry' : `${retries} retries`;

const PAUSE = 'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,transparent_2px_5px)]';

function stretchColor(kind: Stretch['kind'], status: TraceSpan['status']): string {
  if (kind === 'wait') return PAUSE;
  if (kind === 'failed-try') return 'bg-warning-solid/70';
  if (status === 'error') return 'bg-danger-solid';
  return status === 'warning' ? 'bg-warning-solid' : 'bg-accent-solid/80';
}
