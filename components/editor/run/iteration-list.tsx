'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { DurationText } from '../../ui/duration-text';
import { countOf } from '../../ui/format-quantity';
import { Status } from '../../ui/status';
import { useEditor, useEditorStore } from '../store/editor-context';
import { revealBlock } from '../store/selection-actions';
import { groupSpans, type IterationRow, iterationOfSpan, iterationRows } from './iteration-rows';

const ROW_PX = 32;
const MOST_ROWS_SEEN = 8;
/** Rows rendered above and below the visible ones. */
const SPARE_ROWS = 6;

/** The executions inside the run's containers: their iterations, with the blocks of each. */
export function IterationList() {
  const inside = useEditor((state) => state.run.inside);
  const groups = useMemo(() => groupSpans(inside), [inside]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [failedOnly, setFailedOnly] = useState(false);
  const rows = useMemo(() => iterationRows(groups, { open, failedOnly }), [groups, open, failedOnly]);
  if (rows.length === 0) return null;
  const anyFailed = rows.some((row) => row.kind === 'container' && row.failed > 0);
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <section aria-label="Iterations">
      <div className="flex h-8 items-center justify-between">
        <h3 className="font-medium text-sm">Iterations</h3>
        {anyFailed || failedOnly ? (
          <Button
            variant="link"
            size="sm"
            aria-pressed={failedOnly}
            onClick={() => setFailedOnly(!failedOnly)}
          >
            {failedOnly ? 'Show all' : 'Failed only'}
          </Button>
        ) : null}
      </div>
      <Window rows={rows} draw={(row) => <Row key={row.key} row={row} open={open} onToggle={toggle} />} />
    </section>
  );
}

interface WindowProps {
  rows: readonly IterationRow[];
  draw: (row: IterationRow) => ReactNode;
}

/** Renders only the visible rows of a long list. */
function Window({ rows, draw }: WindowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  const first = Math.max(0, Math.floor(topPx / ROW_PX) - SPARE_ROWS);
  const seen = rows.slice(first, first + MOST_ROWS_SEEN + 2 * SPARE_ROWS);
  return (
    <div
      ref={box}
      onScroll={() => setTopPx(box.current?.scrollTop ?? 0)}
      style={{ maxHeight: MOST_ROWS_SEEN * ROW_PX }}
      className="overflow-y-auto rounded-lg border border-line"
    >
      <div style={{ height: rows.length * ROW_PX }}>
        <ul style={{ transform: `translateY(${first * ROW_PX}px)` }}>{seen.map(draw)}</ul>
      </div>
    </div>
  );
}

interface RowProps {
  row: IterationRow;
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

const INDENT_PX = 20;

function Row({ row, open, onToggle }: RowProps) {
  const store = useEditorStore();
  const isOpen = open.has(row.key);
  const show = () => {
    if (row.kind !== 'block') return onToggle(row.key);
    store.setState(({ run }) => ({ run: { ...run, pickedIteration: iterationOfSpan(row.span) } }));
    revealBlock(store, row.span.blockId, 'last-run');
  };
  return (
    <li>
      <button
        type="button"
        onClick={show}
        {...(row.kind === 'block' ? {} : { 'aria-expanded': isOpen })}
        style={{ height: ROW_PX, paddingLeft: 8 + row.depth * INDENT_PX }}
        className={cn(
          'tabular -outline-offset-2 flex w-full items-center gap-2 pr-3 text-left text-xs hover:bg-hover',
        )}
      >
        {row.kind === 'block' ? (
          <span className="w-3.5 shrink-0" />
        ) : (
          <ChevronRight
            aria-hidden
            className={cn('size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
          />
        )}
        <RowWords row={row} />
      </button>
    </li>
  );
}

function RowWords({ row }: { row: IterationRow }) {
  const name = useEditor(({ document }) =>
    row.kind === 'container' ? (document.blocks[row.blockId]?.name ?? row.blockId) : '',
  );
  if (row.kind === 'container')
    return (
      <>
        <span className="truncate font-medium">{name}</span>
        <span className="text-muted">{countOf(row.iterations, 'iteration')}</span>
        {row.failed === 0 ? null : <span className="text-danger">{row.failed} failed</span>}
      </>
    );
  if (row.kind === 'iteration')
    return (
      <>
        <span title={`index ${row.index}`}>Iteration {row.index + 1}</span>
        <span className="flex-1" />
        <DurationText ms={row.ms} means="Duration of the iteration" className="text-muted" />
        <Status kind={row.status} compact />
      </>
    );
  const { span } = row;
  return (
    <>
      <span className="shrink-0 truncate font-medium">{span.name}</span>
      <span className="min-w-0 flex-1 truncate text-danger">{span.error?.message}</span>
      {span.status === 'skipped' ? null : <DurationText ms={span.durationMs} className="text-muted" />}
      <Status kind={span.status} compact />
    </>
  );
}
