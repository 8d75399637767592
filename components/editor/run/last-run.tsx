'use client';

import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { slugOf } from '@/lib/core/references/slug';
import type { Block } from '@/lib/core/workflow/schema';
import { AssertionTable, assertionsTitle } from '../../logs/assertion-table';
import { CalledLogLink } from '../../logs/called-log-link';
import { CopyRequestMenu } from '../../logs/copy-request-menu';
import { RedirectList } from '../../logs/redirect-list';
import { SpanOutput } from '../../logs/span-output';
import { timeWords } from '../../logs/time-words';
import { Advice } from '../../page/advice';
import { ErrorCode } from '../../page/guide-link';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { formatDuration } from '../../ui/format-quantity';
import { Keys } from '../../ui/kbd';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { Status } from '../../ui/status';
import { PinButton } from '../pins/pin-button';
import { CreateVariable, missingVariableOf } from '../references/create-variable';
import { referenceTo } from '../response/read-response';
import { useValuePicker } from '../response/use-value';
import { useEditor } from '../store/editor-context';
import { AttemptList } from './attempt-list';
import { ExplainButton } from './explain-button';
import { IterationPicker, useIterations } from './iteration-picker';

/** Shows this block's input, output and duration in the displayed run. */
export function LastRun({ block }: { block: Pick<Block, 'id' | 'name'> }) {
  const blockRun = useEditor((state) => state.run.blocks[block.id]);
  const { spans, at, span } = useIterations(block.id);
  if (blockRun === undefined)
    return (
      <EmptyState icon={Play} title="Not run yet" className="py-8">
        Run the workflow with <Keys combo="mod+enter" /> to see what this block receives and returns.
      </EmptyState>
    );
  if (span === null) return <Status kind={blockRun.status} />;
  return (
    <div className="flex flex-col gap-3">
      <IterationPicker spans={spans} at={at} />
      <SpanView span={span} slug={slugOf(block.name)} />
    </div>
  );
}

function SpanView({ span, slug }: { span: TraceSpan; slug: string }) {
  const pick = useValuePicker(span.blockId);
  const logId = useEditor(({ run }) => (run.phase === 'finished' ? run.logId : null));
  return (
    <div className="flex flex-col gap-4">
      <div className="tabular flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
        <Status kind={span.status} />
        {span.pinned ? <Badge tone="accent">pinned</Badge> : null}
        <span title={timeWords(span)}>{formatDuration(span.durationMs)}</span>
        <RelativeTime at={span.startTime} />
        <span className="flex-1" />
        <PinButton blockId={span.blockId} output={span.output} source="run" />
        {logId === null ? null : <CopyRequestMenu logId={logId} span={span} />}
      </div>
      {span.error === null ? null : (
        <SpanError blockId={span.blockId} error={span.error} isWarning={span.status === 'warning'} />
      )}
      {span.warnings?.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <CalledLogLink span={span} />
      {span.assertions === undefined ? null : (
        <Section title={assertionsTitle(span.assertions)}>
          <AssertionTable assertions={span.assertions} />
        </Section>
      )}
      {span.attempts === undefined || span.attempts.length < 2 ? null : (
        <Section title={attemptsTitle(span.attempts)}>
          <AttemptList attempts={span.attempts} />
        </Section>
      )}
      {span.redirects === undefined ? null : (
        <Section title={`Redirects (${span.redirects.length})`}>
          <RedirectList redirects={span.redirects} />
        </Section>
      )}
      <Section title="Output">
        <SpanOutput
          value={span.output}
          label="Output"
          logId={logId}
          onPick={(path) => pick(referenceTo(slug, path))}
        />
      </Section>
      {span.pinned ? null : (
        <Section title="Input">
          <SpanOutput value={span.input} label="Input" logId={logId} />
        </Section>
      )}
    </div>
  );
}

function SpanError({
  blockId,
  error,
  isWarning,
}: {
  blockId: string;
  error: NonNullable<TraceSpan['error']>;
  isWarning: boolean;
}) {
  return (
    <Notice tone={isWarning ? 'warning' : 'danger'} title={error.message}>
      <Advice code={error.code} />
      <ErrorCode code={error.code} />
      <div className="mt-2 flex flex-wrap gap-2">
        <CreateVariable name={missingVariableOf(error)} />
        <ExplainButton blockId={blockId} />
      </div>
    </Notice>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}

/** Returns the title; in a list of many pages, each request is one attempt. */
function attemptsTitle(attempts: NonNullable<TraceSpan['attempts']>): string {
  return `${attempts.at(-1)?.page === undefined ? 'Attempts' : 'Requests'} (${attempts.length})`;
}
