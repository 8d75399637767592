'use client';

import { useMemo, useState } from 'react';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { SpanDetail } from './span-detail';
import { axisOf, openAtFirst, rowsAround, type WaterfallRow, waterfallRows } from './waterfall';
import { WaterfallRows } from './waterfall-rows';

export interface TraceTabProps {
  logId: string;
  executionId: string;
  /** Null if the workflow was deleted. */
  workflowId: string | null;
  spans: readonly TraceSpan[];
  startedAt: string;
  totalMs: number;
  /** The block that is selected initially. */
  blockId?: string | null;
}

/**
 * The timeline of the run with the selected block's detail beside it where there is room; initially the block
 * that failed or retried.
 */
export function TraceTab(props: TraceTabProps) {
  const { logId, executionId, spans, startedAt, totalMs, workflowId, blockId = null } = props;
  const [open, setOpen] = useState(() => openAtFirst(spans));
  const [chosenId, setChosenId] = useState(() => spanOfBlock(spans, blockId)?.id);
  const rows = useMemo(
    () => waterfallRows(spans, Date.parse(startedAt), (id) => open.has(id)),
    [spans, startedAt, open],
  );
  const axis = useMemo(
    () => axisOf(spans, { startedAtMs: Date.parse(startedAt), totalMs }),
    [spans, startedAt, totalMs],
  );
  const chosen = chosenSpan(rows, chosenId);
  if (!chosen) return <p className="p-4 text-muted">No block ran.</p>;
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const show = (span: TraceSpan) => {
    setOpen((before) => new Set([...before, ...rowsAround(span)]));
    setChosenId(span.id);
  };
  const choose = (row: WaterfallRow) => {
    if (row.kind === 'span') setChosenId(row.span.id);
    if (row.open !== null && (row.kind === 'iteration' || row.span.id === chosen.id)) toggle(row.id);
  };
  return (
    <div className="@container">
      <div className="@4xl:grid @4xl:grid-cols-2 @4xl:items-start">
        <div className="@4xl:sticky @4xl:top-0">
          <WaterfallRows rows={rows} axis={axis} chosenId={chosen.id} onChoose={choose} onToggle={toggle} />
        </div>
        <div className="min-w-0 @4xl:border-line @4xl:border-l">
          <SpanDetail
            key={chosen.id}
            span={chosen}
            onShow={show}
            spans={spans}
            logId={logId}
            executionId={executionId}
            workflowId={workflowId}
          />
        </div>
      </div>
    </div>
  );
}

/** Returns a block's last span outside containers; inside them, the rows already lead to the failure. */
const spanOfBlock = (spans: readonly TraceSpan[], blockId: string | null): TraceSpan | undefined =>
  blockId === null ? undefined : spans.findLast((span) => span.blockId === blockId);

/** Prefers the innermost failure to the container that it ended. */
function chosenSpan(rows: readonly WaterfallRow[], chosenId: string | undefined): TraceSpan | undefined {
  const spans = rows.flatMap((row) => (row.kind === 'span' ? [row.span] : []));
  return (
    spans.find(({ id }) => id === chosenId) ??
    spans.findLast(({ status }) => status === 'error') ??
    spans.find(({ status, attempts }) => status === 'warning' || (attempts?.length ?? 0) > 1) ??
    spans.at(-1)
  );
}
