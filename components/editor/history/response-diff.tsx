'use client';

import { type ReactNode, useMemo } from 'react';
import { sameJson } from '@/lib/core/workflow/same-json';
import type { Block } from '@/lib/core/workflow/schema';
import { ValueChanges } from '../../page/value-changes';
import { cn } from '../../ui/class-names';
import { formatBytes, formatDuration } from '../../ui/format-quantity';
import { RelativeTime } from '../../ui/relative-time';
import { Status } from '../../ui/status';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table';
import { definitionOf } from '../document/definition-of';
import { StatusChip } from '../response/status-chip';
import type { HistoryEntry } from './history-entry';
import { type ResponseChanges, responseChanges, type ShownLine } from './response-changes';

interface ResponseDiffProps {
  block: Block;
  before: HistoryEntry;
  after: HistoryEntry;
}

/** Shows the differences between two responses: facts, headers and body. */
export function ResponseDiff({ block, before, after }: ResponseDiffProps) {
  const outputs = definitionOf(block.type)?.outsideWork?.request?.outputs;
  const changes = useMemo(
    () =>
      before.sent === null || after.sent === null ? null : responseChanges(before.sent, after.sent, outputs),
    [before, after, outputs],
  );
  if (changes === null) return null;
  const { headers } = changes;
  const hasHeaders = Object.keys(headers.before).length + Object.keys(headers.after).length > 0;
  return (
    <section aria-label="Comparison of two responses" className="flex flex-col gap-4">
      <Facts before={before} after={after} />
      <Part title={outputs === undefined ? 'Output' : 'Body'}>
        <BodyDiff body={changes.body} />
      </Part>
      {hasHeaders ? (
        <Part title="Headers">
          <ValueChanges {...headers} same="Both have the same headers." />
        </Part>
      ) : null}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ before, after }: Omit<ResponseDiffProps, 'block'>) {
  const rows: Array<[string, (entry: HistoryEntry) => ReactNode]> = [
    ['Time', ({ at }) => <RelativeTime at={at} />],
    // Mostly the same request was sent again, so its row is left out then.
    ...(sameJson(before.request, after.request) ? [] : [requestRow]),
    ['Status', (entry) => <StatusOf entry={entry} />],
    ['Duration', ({ durationMs }) => formatDuration(durationMs)],
    ['Size', ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes))],
  ];
  return (
    <div className="overflow-x-auto">
      <Table className="tabular">
        <TableHead>
          <TableRow>
            <TableHeader>
              <span className="sr-only">Fact</span>
            </TableHeader>
            <TableHeader>Earlier</TableHeader>
            <TableHeader>Later</TableHeader>
          </TableRow>
        </TableHead>
        <tbody>
          {rows.map(([name, show]) => (
            <TableRow key={name}>
              <th scope="row" className="px-3 text-left font-medium text-muted text-xs">
                {name}
              </th>
              {[before, after].map((entry) => (
                <TableCell key={entry.id} className="wrap-anywhere whitespace-normal">
                  {show(entry)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const requestRow: [string, (entry: HistoryEntry) => ReactNode] = [
  'Request',
  ({ request }) => (request === null ? '–' : `${request.method} ${request.url}`),
];

function StatusOf({ entry: { request, status, outcome } }: { entry: HistoryEntry }) {
  return request === null ? <Status kind={outcome} /> : <StatusChip status={status} />;
}

function BodyDiff({ body }: Pick<ResponseChanges, 'body'>) {
  switch (body.kind) {
    case 'same':
      return <p className="text-muted text-sm">Both are the same.</p>;
    case 'json':
      return <ValueChanges before={body.before} after={body.after} same="Both are the same." />;
    case 'lines':
      return <LineChanges lines={body.lines} />;
    case 'other':
      return (
        <p className="text-muted text-sm">
          They differ, but they are not text, so the differences can’t be shown.
        </p>
      );
  }
}

const LOOK: Record<'same' | 'added' | 'removed', { sign: string; word: string; className: string }> = {
  same: { sign: ' ', word: '', className: 'text-muted' },
  added: { sign: '+', word: 'Added: ', className: 'bg-success-soft text-success' },
  removed: { sign: '−', word: 'Removed: ', className: 'bg-danger-soft text-danger' },
};

function LineChanges({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-canvas py-1 font-mono text-xs">
      {lines.map((line, place) => {
        if (line.kind === 'left-out')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, nor change places
            <p key={place} className="border-line border-y bg-sunken px-2 font-sans text-muted">
              {line.count.toLocaleString('en')} more {line.count === 1 ? 'line' : 'lines'}
            </p>
          );
        const { sign, word, className } = LOOK[line.kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, nor change places
          <div key={place} className={cn('wrap-anywhere whitespace-pre-wrap px-2', className)}>
            <span aria-hidden>{sign} </span>
            <span className="sr-only">{word}</span>
            {line.text}
          </div>
        );
      })}
    </div>
  );
}
