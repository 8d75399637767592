'use client';

import { type ReactNode, useState } from 'react';
import { Advice } from '@/components/page/advice';
import { ErrorCode } from '@/components/page/guide-link';
import { Badge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Notice } from '@/components/ui/notice';
import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import { AssertionTable, assertionsTitle } from './assertion-table';
import { BlockInEditorLink } from './block-in-editor-link';
import { CalledLogLink } from './called-log-link';
import { CopyRequestMenu } from './copy-request-menu';
import { ExplainError } from './explain-error';
import { RedirectList } from './redirect-list';
import { SpanOutput } from './span-output';
import { timeWords } from './time-words';
import { type PickedValue, ValueOrigin } from './value-origin';

export interface SpanDetailProps {
  span: TraceSpan;
  /** All spans of the run. */
  spans: readonly TraceSpan[];
  logId: string;
  executionId: string;
  /** Null if the workflow was deleted. */
  workflowId: string | null;
  onShow: (span: TraceSpan) => void;
}

/** One block of a run: its error, attempts, input and output. */
export function SpanDetail({ span, spans, logId, executionId, workflowId, onShow }: SpanDetailProps) {
  const [picked, setPicked] = useState<PickedValue | null>(null);
  const origin = (side: PickedValue['side']) =>
    picked?.side === side ? (
      <ValueOrigin
        executionId={executionId}
        span={span}
        spans={spans}
        picked={picked}
        onShow={onShow}
        onClose={() => setPicked(null)}
      />
    ) : null;
  return (
    <section aria-label={`Block ${span.name}`} className="flex flex-col gap-4 p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 translate="no" className="font-semibold text-base">
          {span.name}
        </h3>
        <Badge>{span.type}</Badge>
        {span.pinned ? <Badge tone="accent">pinned</Badge> : null}
        {span.model ? <Badge tone="accent">{span.model}</Badge> : null}
        <span title={timeWords(span)} className="tabular ml-auto text-muted text-xs">
          {formatDuration(span.durationMs)}
          {span.tokens ? ` · ${formatCount(span.tokens.total)} tokens` : ''}
          {span.cost ? ` · ${formatUsd(span.cost)}` : ''}
        </span>
        <CopyRequestMenu logId={logId} span={span} />
        {workflowId === null || isPart(span) ? null : (
          <BlockInEditorLink workflowId={workflowId} logId={logId} blockId={span.blockId} />
        )}
      </header>
      {span.error ? (
        <Notice tone={span.status === 'warning' ? 'warning' : 'danger'} title={span.error.message}>
          <Advice code={span.error.code} />
          <ErrorCode code={span.error.code} />
        </Notice>
      ) : null}
      {span.error && workflowId !== null && !isPart(span) ? (
        <ExplainError workflowId={workflowId} logId={logId} blockId={span.blockId} />
      ) : null}
      {span.warnings?.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <CalledLogLink span={span} />
      {span.assertions ? (
        <Part title={assertionsTitle(span.assertions)}>
          <AssertionTable assertions={span.assertions} />
        </Part>
      ) : null}
      {span.attempts && span.attempts.length > 1 ? <Attempts attempts={span.attempts} /> : null}
      {span.redirects ? (
        <Part title={`Redirects (${span.redirects.length})`}>
          <RedirectList redirects={span.redirects} />
        </Part>
      ) : null}
      {span.input === null || span.input === undefined ? null : (
        <Part title="Received">
          <SpanOutput
            label="what it received"
            value={span.input}
            logId={logId}
            maxHeight="18rem"
            pickLabel="Where it comes from"
            onPick={(path) => setPicked({ side: 'input', path })}
          />
          {origin('input')}
        </Part>
      )}
      {span.output === null || span.output === undefined ? null : (
        <Part title="Returned">
          <SpanOutput
            label="what it returned"
            value={span.output}
            logId={logId}
            maxHeight="24rem"
            pickLabel="Where it went"
            onPick={(path) => setPicked({ side: 'output', path })}
          />
          {origin('output')}
        </Part>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1.5 font-medium text-muted text-xs">{title}</h4>
      <div className="flex flex-col gap-2">{children}</div>
    </div>
  );
}

function Attempts({ attempts }: { attempts: NonNullable<TraceSpan['attempts']> }) {
  const pages = attempts.at(-1)?.page;
  return (
    <Part title={pages === undefined ? 'Attempts, each with the same request' : `Requests of ${pages} pages`}>
      <DataTable
        className="tabular"
        rows={attempts.map((attempt, index) => ({ ...attempt, number: attempt.page ?? index + 1 }))}
        keyOf={({ page, startedAt }) => `${page} ${startedAt}`}
        columns={[
          {
            title: pages === undefined ? '#' : 'Page',
            className: 'h-8 text-faint',
            cell: ({ number }) => number,
          },
          {
            title: 'Answer',
            className: 'h-8',
            cell: ({ status, code }) => (
              <>
                {status ?? 'no response'}
                {code ? <span className="ml-2 font-mono text-faint text-xs">{code}</span> : null}
              </>
            ),
          },
          {
            title: 'Waited before',
            isNumeric: true,
            className: 'h-8 text-muted',
            cell: ({ waitMs }) => (waitMs > 0 ? formatDuration(waitMs) : '—'),
          },
          {
            title: 'Took',
            isNumeric: true,
            className: 'h-8',
            cell: ({ durationMs }) => formatDuration(durationMs),
          },
        ]}
      />
    </Part>
  );
}
