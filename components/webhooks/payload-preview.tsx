'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { formatBytes, formatCount } from '@/components/ui/format-quantity';
import { HeaderTable } from '@/components/ui/header-table';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { CONCEALED } from '@/lib/core/references/credentials';
import {
  EVENT_TYPES,
  type EventType,
  type PayloadPreview as Preview,
} from '@/lib/services/outgoing-webhooks/schema';
import { madeLines, type PayloadLine, payloadLines } from './payload-lines';
import { TransformPreview } from './transform-preview';
import type { PreviewOptions } from './webhook-draft';
import { payloadPreviewQuery } from './webhook-queries';
import { EVENT_WORDS, PAYLOAD_PARTS, type PayloadPart } from './webhook-words';

/** Of the box of the payload, whatever is in it. */
const PAYLOAD_SIZE = 'max-lg:h-112 lg:min-h-0 lg:flex-1';

/** Limits the rendered lines, because a trace can be long. */
const SHOWN_LINES = 400;

export interface PayloadPreviewProps {
  workflowId: string | null;
  options: Omit<PreviewOptions, 'event'>;
  /** Those that are sent; one of them is shown. */
  events: readonly EventType[];
  /** Own headers; their values are not shown. */
  headerNames: readonly string[];
}

/**
 * The request that these switches produce; the lines of a switch are marked, and scrolled to when it is
 * turned on.
 */
export function PayloadPreview({ workflowId, options, events, headerNames }: PayloadPreviewProps) {
  const { id } = useWorkspace();
  const [chosen, setChosen] = useState<EventType>(EVENT_TYPES[0]);
  const event = events.includes(chosen) ? chosen : (events[0] ?? EVENT_TYPES[0]);
  const [side, setSide] = useState<'body' | 'headers'>('body');
  const preview = useQuery({
    ...payloadPreviewQuery(id, workflowId, { ...options, event }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Payload preview" className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Payload preview</h3>
        {events.length > 1 ? (
          <Select
            aria-label="Event to preview"
            className="w-auto"
            value={event}
            onValueChange={setChosen}
            options={events.map((value) => ({ value, label: EVENT_WORDS[value].label }))}
          />
        ) : null}
        <Segmented
          aria-label="Part of the request"
          value={side}
          onValueChange={setSide}
          options={[
            { value: 'body', label: 'Body' },
            { value: 'headers', label: 'Headers' },
          ]}
        />
      </div>
      {preview.isPending ? <LoadingPreview /> : null}
      {preview.isError && !preview.data ? (
        <LoadFailure error={preview.error} onRetry={() => preview.refetch()} />
      ) : null}
      {preview.data ? (
        <PreviewBody
          preview={preview.data}
          isCompleted={event === EVENT_TYPES[0]}
          side={side}
          headerNames={headerNames}
          signsTwice={options.standardWebhooks}
        />
      ) : null}
    </section>
  );
}

/** Has the size of what comes, so that nothing moves then. */
function LoadingPreview() {
  return (
    <>
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className={PAYLOAD_SIZE} />
    </>
  );
}

interface PreviewBodyProps {
  preview: Preview;
  /** True for the event to which the payload settings add. */
  isCompleted: boolean;
  side: 'body' | 'headers';
  headerNames: readonly string[];
  /** True if the signature of Standard Webhooks is sent too. */
  signsTwice: boolean;
}

function PreviewBody({ preview, isCompleted, side, headerNames, signsTwice }: PreviewBodyProps) {
  const { transform } = preview;
  const isMade = transform !== null && transform.problem === null;
  const isSent = isMade || transform === null;
  const body = isSent ? preview.body : transform.payload;
  const lines = useMemo(() => (isMade ? madeLines(body) : payloadLines(body)), [isMade, body]);
  const own = headerNames.map((name) => [name, CONCEALED] as const);
  const size = formatBytes(new TextEncoder().encode(body).length);
  return (
    <>
      <p className="text-muted text-xs">
        {sourceWords(preview, isCompleted)} · <span className="tabular">{size}</span>{' '}
        {isSent ? 'on the wire' : 'before the transform'}
      </p>
      {transform === null ? null : <TransformPreview transform={transform} />}
      {side === 'headers' ? (
        <>
          <HeaderTable headers={[...preview.headers, ...own]} />
          <p className="text-muted text-xs">
            With a secret, <code>service-signature</code> is sent too: <code>t=…,v1=…</code>
            {signsTwice ? (
              <>
                , and <code>webhook-signature</code>: <code>v1,…</code>
              </>
            ) : null}
          </p>
        </>
      ) : (
        <>
          {isMade ? (
            <p className="min-h-5 text-faint text-xs">Made by the transform.</p>
          ) : !isCompleted ? (
            <p className="min-h-5 text-faint text-xs">Payload settings are for completed runs.</p>
          ) : (
            <PartKey lines={lines} />
          )}
          <PayloadText lines={lines} body={body} />
        </>
      )}
    </>
  );
}

function sourceWords({ source }: Preview, isCompleted: boolean): string {
  if (source === 'execution') return 'Based on the last run';
  return isCompleted ? 'Sample data: nothing has run yet' : 'Sample data';
}

/** The switches that add the marked lines. */
function PartKey({ lines }: { lines: readonly PayloadLine[] }) {
  const parts = PAYLOAD_PARTS.filter(({ part }) => lines.some((line) => line.part === part));
  return (
    <p aria-live="polite" className="flex min-h-5 flex-wrap items-center gap-1.5 text-faint text-xs">
      {parts.length === 0
        ? 'Switches under “Payload” add to it; what they add is marked.'
        : parts.map(({ part, label }) => (
            <span
              key={part}
              className={cn(
                'inline-flex h-5 items-center rounded-sm border-accent-solid',
                'border-l-2 bg-accent-soft px-1.5 text-2xs text-accent',
              )}
            >
              <span className="sr-only">Added by </span>
              {label}
            </span>
          ))}
    </p>
  );
}

function PayloadText({ lines, body }: { lines: readonly PayloadLine[]; body: string }) {
  const view = useRef<HTMLPreElement>(null);
  useScrollToAdded(view, lines);
  const numbered = lines.slice(0, SHOWN_LINES).map((line, index) => ({ ...line, number: index + 1 }));
  return (
    <div className={cn('relative overflow-hidden rounded-lg border border-line bg-sunken', PAYLOAD_SIZE)}>
      <pre
        ref={view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'max-h-full overflow-auto py-2 font-mono text-xs',
          'leading-5 focus-visible:-outline-offset-2',
        )}
      >
        <code className="block min-w-max">
          {numbered.map(({ text, part, number }) => (
            <span
              key={number}
              data-part={part ?? undefined}
              className={cn(
                'block border-transparent border-l-2 pr-4 pl-3',
                part === null ? '' : 'border-accent-solid bg-accent-soft',
              )}
            >
              {text}
            </span>
          ))}
        </code>
        {lines.length > SHOWN_LINES ? (
          <span className="block px-3 pt-1 text-faint">
            … {formatCount(lines.length - SHOWN_LINES)} more lines; copy it to see them all
          </span>
        ) : null}
      </pre>
      <CopyButton label="Copy body" text={body} className="absolute top-1.5 right-1.5 bg-sunken" />
    </div>
  );
}

/** Scrolls to the lines that were just added. */
function useScrollToAdded(view: { current: HTMLElement | null }, lines: readonly PayloadLine[]) {
  const before = useRef<ReadonlySet<PayloadPart> | null>(null);
  useEffect(() => {
    const parts = new Set(lines.flatMap(({ part }) => (part === null ? [] : [part])));
    const added = before.current === null ? [] : [...parts].filter((part) => !before.current?.has(part));
    before.current = parts;
    const line = added[0] ? view.current?.querySelector<HTMLElement>(`[data-part=${added[0]}]`) : null;
    if (line && view.current) view.current.scrollTop = line.offsetTop - view.current.offsetTop - 40;
  }, [view, lines]);
}
