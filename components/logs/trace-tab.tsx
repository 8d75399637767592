'use client';

import { useMemo, useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/format-quantity';
import { Status } from '@/components/ui/status';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { SpanDetail } from './span-detail';
import { type Stretch, type WaterfallRow, waterfallRows } from './waterfall';

export interface TraceTabProps {
  logId: string;
  spans: readonly TraceSpan[];
  startedAt: string;
  totalMs: number;
}

const INDENT_PX = 12;

/** What ran when, and below it the chosen block in detail; at first the one that failed or struggled. */
export function TraceTab({ logId, spans, startedAt, totalMs }: TraceTabProps) {
  const rows = useMemo(
    () => waterfallRows(spans, Date.parse(startedAt), totalMs),
    [spans, startedAt, totalMs],
  );
  const [chosenId, setChosenId] = useState<string>();
  const chosen =
    rows.find((row) => row.span.id === chosenId) ??
    rows.find((row) => row.span.status === 'error') ??
    rows.find((row) => row.span.status === 'warning' || (row.span.attempts?.length ?? 0) > 1) ??
    rows.at(-1);
  if (!chosen) return <p className="p-4 text-muted">No block ran.</p>;
  return (
    <>
      <ol className="border-line border-b py-2">
        {rows.map((row) => (
          <li key={row.span.id}>
            <SpanRow row={row} chosen={row === chosen} onChoose={() => setChosenId(row.span.id)} />
          </li>
        ))}
      </ol>
      <SpanDetail key={chosen.span.id} span={chosen.span} logId={logId} />
    </>
  );
}

function SpanRow({ row, chosen, onChoose }: { row: WaterfallRow; chosen: boolean; onChoose: () => void }) {
  const { span, depth, stretches } = row;
  const tries = span.attempts?.length ?? 0;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        'flex h-8 w-full items-center gap-3 px-4 text-left hover:bg-hover focus-visible:-outline-offset-2',
        chosen && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span className="flex w-2/5 min-w-0 items-center gap-2" style={{ paddingLeft: depth * INDENT_PX }}>
        <Status kind={span.status} compact className="shrink-0" />
        <span className="min-w-0 truncate font-medium">{span.name}</span>
        {span.iteration === undefined ? null : (
          <span className="text-faint text-xs">#{span.iteration + 1}</span>
        )}
        {tries > 1 ? <span className="shrink-0 text-2xs text-warning">{tries} tries</span> : null}
      </span>
      <span className="relative h-2.5 min-w-0 flex-1 rounded-sm bg-pressed/60" aria-hidden>
        {stretches.map((stretch) => (
          <span
            key={`${stretch.kind}-${stretch.leftPercent}`}
            className={cn('absolute inset-y-0 rounded-sm', stretchColor(stretch.kind, span.status))}
            style={{ left: `${stretch.leftPercent}%`, width: `${stretch.widthPercent}%` }}
          />
        ))}
      </span>
      <span className="tabular w-18 shrink-0 text-right text-muted text-xs">
        {span.status === 'skipped' ? 'skipped' : formatDuration(span.durationMs)}
      </span>
    </button>
  );
}

const PAUSE = 'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,transparent_2px_5px)]';

function stretchColor(kind: Stretch['kind'], status: TraceSpan['status']): string {
  if (kind === 'wait') return PAUSE;
  if (kind === 'failed-try') return 'bg-warning-solid/70';
  if (status === 'error') return 'bg-danger-solid';
  return status === 'warning' ? 'bg-warning-solid' : 'bg-accent-solid/80';
}
