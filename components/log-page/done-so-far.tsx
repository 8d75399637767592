'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/format-quantity';
import { JsonView } from '@/components/ui/json-view';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { executionTraceQuery } from './unfinished-run-query';

/** The ended blocks of a run in progress, each with its input and output. */
export function DoneSoFar({ executionId, startedAt }: { executionId: string; startedAt: string | null }) {
  const { data: trace } = useQuery(executionTraceQuery(executionId));
  const [openId, setOpenId] = useState<string | null>(null);
  if (startedAt === null) return null;
  if (trace === undefined) return <SkeletonRows rows={4} className="h-9" />;
  const spans = trace.traceSpans.filter(({ status }) => status !== 'skipped');
  return (
    <section aria-label="Done so far" className="rounded-lg border border-line bg-surface">
      <h2 className="border-line border-b px-4 py-2 font-medium text-sm">Done so far</h2>
      {trace.isShown ? null : (
        <Notice className="m-3">
          There is too much data to show before the run ends. Its log will have it.
        </Notice>
      )}
      {trace.isShown && spans.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">No block has finished yet.</p>
      ) : null}
      <ul>
        {spans.map((span) => (
          <SpanRow
            key={span.id}
            span={span}
            isOpen={span.id === openId}
            onToggle={() => setOpenId(span.id === openId ? null : span.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface SpanRowProps {
  span: TraceSpan;
  isOpen: boolean;
  onToggle: () => void;
}

function SpanRow({ span, isOpen, onToggle }: SpanRowProps) {
  const { name, status, durationMs, iteration, input, output, error } = span;
  return (
    <li className="not-first:border-line not-first:border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-9 w-full items-center gap-2 px-3 text-left text-sm hover:bg-hover"
      >
        <ChevronRight className={cn('size-3.5 text-faint', isOpen && 'rotate-90')} aria-hidden />
        <Status kind={status} compact />
        <span className="min-w-0 flex-1 truncate font-medium">
          {name}
          {iteration === undefined ? null : <span className="font-normal text-faint"> #{iteration + 1}</span>}
        </span>
        <span className="tabular text-muted text-xs">{formatDuration(durationMs)}</span>
      </button>
      {isOpen ? (
        <div className="flex flex-col gap-3 px-4 pb-4">
          {error === null ? null : (
            <Notice tone={status === 'warning' ? 'warning' : 'danger'} title={error.message} />
          )}
          <JsonView value={output ?? null} label={`What ${name} returned`} maxHeight="20rem" />
          <JsonView value={input ?? null} label={`What ${name} received`} maxHeight="14rem" />
        </div>
      ) : null}
    </li>
  );
}
