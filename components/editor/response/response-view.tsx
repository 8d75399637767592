'use client';

import { useState } from 'react';
import { stepText } from '@/lib/core/references/path-text';
import { slugOf } from '@/lib/core/references/slug';
import type { Block } from '@/lib/core/workflow/schema';
import type { SentBlock } from '@/lib/services/runs/schema';
import { AssertionTable } from '../../logs/assertion-table';
import { Advice } from '../../page/advice';
import { ErrorCode } from '../../page/guide-link';
import { formatBytes, formatDuration } from '../../ui/format-quantity';
import { HeaderTable } from '../../ui/header-table';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { TimingBars } from '../../ui/timing-bars';
import { definitionOf } from '../document/definition-of';
import { AttemptTable } from './attempt-table';
import { BodyView } from './body-view';
import { RawView } from './raw-view';
import { type ReadResponse, readResponse, referenceTo } from './read-response';
import { StatusChip } from './status-chip';
import { useValuePicker } from './use-value';

type View = 'body' | 'raw' | 'headers' | 'timing' | 'attempts';

/** The result of a block sent alone: its outcome, then the views of the response. */
export function ResponseView({ block, sent }: { block: Block; sent: SentBlock }) {
  const [wanted, setView] = useState<View>('body');
  const pick = useValuePicker(block.id);
  const response = readResponse(sent, definitionOf(block.type)?.outsideWork?.request?.outputs);
  const slug = slugOf(block.name);
  const views = viewsOf(response, sent);
  const view = views.some(({ value }) => value === wanted) ? wanted : 'body';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {response.isRequest ? (
          <StatusChip
            status={response.status}
            onPick={() => pick(referenceTo(slug, response.paths.status))}
          />
        ) : null}
        <Fact label="Duration" title="Time the block took, from its start to its end, with all its attempts.">
          {formatDuration(sent.span.durationMs)}
        </Fact>
        {sent.sizes === null ? null : <Fact label="Size">{formatBytes(sent.sizes.responseBytes)}</Fact>}
        {sent.branch === null || sent.branch === 'out' ? null : (
          <Fact label="Continues at">{sent.branch}</Fact>
        )}
        <Segmented
          aria-label="Part of the response"
          value={view}
          options={views}
          onValueChange={setView}
          className="ml-auto max-w-full overflow-x-auto"
        />
      </div>
      <Findings sent={sent} />
      {view === 'body' ? (
        <BodyView
          body={response.body}
          name={block.name}
          hasOutput={!response.isRequest || response.status !== null}
          onPick={(path) => pick(referenceTo(slug, response.paths.body, path))}
        />
      ) : null}
      {view === 'raw' ? <RawView body={response.body} received={sent.rawBody} /> : null}
      {view === 'headers' ? (
        <HeaderTable
          headers={response.headers.map(({ name, value }) => [name, value])}
          value={(name, text) => (
            <button
              type="button"
              title="Use this value"
              onClick={() =>
                pick(referenceTo(slug, response.paths.headers, stepText(name).replace(/^\./, '')))
              }
              className="-mx-1 w-full break-all rounded-sm px-1 text-left hover:bg-accent-soft"
            >
              {text}
            </button>
          )}
        />
      ) : null}
      {view === 'timing' ? (
        <TimingBars
          timing={sent.timing}
          whole={{ durationMs: sent.span.durationMs, attempts: sent.attempts }}
        />
      ) : null}
      {view === 'attempts' ? <AttemptTable attempts={sent.attempts} /> : null}
    </div>
  );
}

function viewsOf({ isRequest, headers }: ReadResponse, { attempts, timing }: SentBlock) {
  const views: Array<{ value: View; label: string }> = [
    { value: 'body', label: 'Body' },
    { value: 'raw', label: 'Raw' },
  ];
  if (isRequest) views.push({ value: 'headers', label: `Headers${count(headers.length)}` });
  if (timing !== null) views.push({ value: 'timing', label: 'Timing' });
  const pages = attempts.at(-1)?.page;
  const label = pages === undefined ? `Attempts${count(attempts.length)}` : `Pages${count(pages)}`;
  if (attempts.length > 0) views.push({ value: 'attempts', label });
  return views;
}

const count = (number: number) => (number === 0 ? '' : ` ${number}`);

/** Errors and failed checks, with advice. */
function Findings({ sent }: { sent: SentBlock }) {
  const { error, status, assertions } = sent.span;
  return (
    <>
      {error === null ? null : (
        <Notice tone={status === 'warning' ? 'warning' : 'danger'} title={error.message}>
          <Advice code={error.code} />
          <ErrorCode code={error.code} />
        </Notice>
      )}
      {assertions === undefined ? null : <AssertionTable assertions={assertions} />}
      {sent.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </>
  );
}

function Fact({ label, title, children }: { label: string; title?: string; children: string }) {
  return (
    <span className="tabular text-sm" title={title}>
      <span className="text-faint text-xs">{label} </span>
      {children}
    </span>
  );
}
