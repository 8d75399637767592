'use client';

import { ChevronRight } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { Status } from '@/components/ui/status';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { ComparedSpans, ComparedStep, StepChange } from '@/lib/core/replay/compare-spans';
import { ComparedValues } from './compared-values';
import { costWithin } from './cost-within';

const INDENT_PX = 16;

const WORDS: Record<StepChange, string> = {
  ran: 'ran in one run only',
  status: 'status',
  input: 'input',
  error: 'error',
  output: 'output',
  minor: 'minor: headers that change by themselves',
};

type LogIds = readonly [string, string];

interface StepTableProps {
  compared: ComparedSpans;
  /** The logs of the first and the second run. */
  logIds: LogIds;
  /** The block with visible values. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** Each block of two runs: its outcome, duration, cost and differences. */
export function StepTable({ compared: { steps, firstId }, logIds, openId, onOpen }: StepTableProps) {
  if (steps.length === 0) return <p className="text-muted text-sm">No block ran.</p>;
  return (
    <Table className="tabular">
      <TableHead>
        <TableRow>
          <TableHeader>Block</TableHeader>
          <TableHeader>First run</TableHeader>
          <TableHeader>Second run</TableHeader>
          <TableHeader className="text-right">Duration</TableHeader>
          <TableHeader className="text-right">Cost</TableHeader>
          <TableHeader>Differs in</TableHeader>
        </TableRow>
      </TableHead>
      <tbody>
        {steps.map((step) => (
          <StepRows
            key={step.id}
            step={step}
            logIds={logIds}
            isFirst={step.id === firstId}
            isOpen={step.id === openId}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface StepRowsProps {
  step: ComparedStep;
  logIds: LogIds;
  isFirst: boolean;
  isOpen: boolean;
  onOpen: (id: string | null) => void;
}

function StepRows({ step, logIds, isFirst, isOpen, onOpen }: StepRowsProps) {
  const { id, name, before, after, changes, unclear, depth, iteration } = step;
  // Also true if values may differ: those are loaded when the row is opened.
  const differs = changes.length > 0 || unclear.length > 0;
  return (
    <>
      <TableRow
        {...(isFirst ? { 'data-first-difference': true } : {})}
        className={cn(isFirst && 'bg-warning-soft')}
      >
        <TableCell>
          <button
            type="button"
            aria-expanded={isOpen}
            disabled={!differs}
            onClick={() => onOpen(isOpen ? null : id)}
            className={cn('flex items-center gap-1.5 text-left', !differs && 'text-muted')}
            style={{ paddingLeft: depth * INDENT_PX }}
          >
            <ChevronRight
              className={cn('size-4', isOpen && 'rotate-90', !differs && 'invisible')}
              aria-hidden
            />
            <span className="font-medium">{name}</span>
            {iteration === null ? null : <span className="text-muted text-xs">#{iteration + 1}</span>}
          </button>
        </TableCell>
        <TableCell>
          <StatusOf span={before} />
        </TableCell>
        <TableCell>
          <StatusOf span={after} />
        </TableCell>
        <TableCell className="whitespace-nowrap text-right">
          {pair(before, after, ({ durationMs, status }) =>
            status === 'skipped' ? '—' : formatDuration(durationMs),
          )}
        </TableCell>
        <TableCell className="whitespace-nowrap text-right">
          {[before, after].some((span) => span !== null && costWithin(span) !== null)
            ? pair(before, after, (span) => usdOrDash(costWithin(span)))
            : '—'}
        </TableCell>
        <TableCell>
          <span className="flex flex-wrap gap-1">
            {isFirst ? <Badge tone="warning">First difference</Badge> : null}
            {changes.map((change) => (
              <Badge key={change}>{WORDS[change]}</Badge>
            ))}
            {unclear.map((part) => (
              <Badge key={`${part}?`}>{part}: too large to compare</Badge>
            ))}
          </span>
        </TableCell>
      </TableRow>
      {isOpen ? (
        <tr>
          <td colSpan={6} className="border-line border-b bg-sunken/60 px-3 py-3">
            <StepValues step={step} logIds={logIds} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const usdOrDash = (usd: number | null): string => (usd === null ? '—' : formatUsd(usd));

const pair = (before: TraceSpan | null, after: TraceSpan | null, format: (span: TraceSpan) => string) =>
  `${before ? format(before) : '—'} → ${after ? format(after) : '—'}`;

function StatusOf({ span }: { span: TraceSpan | null }) {
  return span === null ? (
    <span className="text-muted text-xs">did not run</span>
  ) : (
    <Status kind={span.status} />
  );
}

const PARTS = ['input', 'error', 'output'] as const;

function StepValues({ step, logIds }: Pick<StepRowsProps, 'step' | 'logIds'>) {
  const { before, after, changes, unclear } = step;
  const isShown = (part: (typeof PARTS)[number]) =>
    changes.includes(part) ||
    changes.includes('ran') ||
    (part === 'output' && changes.includes('minor')) ||
    (part !== 'error' && unclear.includes(part));
  const parts = PARTS.filter(isShown);
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part) => (
        <div key={part}>
          <p className="mb-1 font-medium text-xs capitalize">{part}</p>
          <ComparedValues
            before={{ value: before?.[part] ?? null, logId: logIds[0] }}
            after={{ value: after?.[part] ?? null, logId: logIds[1] }}
            same="The same."
          />
        </div>
      ))}
      {parts.length === 0 ? <p className="text-muted text-sm">Its values are the same.</p> : null}
    </div>
  );
}
