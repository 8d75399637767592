'use client';

import { cn } from '@/components/ui/class-names';
import { formatDuration, formatUsd } from '@/components/ui/format-quantity';
import { formatClock, formatExact } from '@/components/ui/format-time';
import { Status } from '@/components/ui/status';
import type { LogSummary } from '@/lib/services/logs/schema';
import { TRIGGER_LABELS } from '../workflows/trigger-words';

export const ROW_HEIGHT_PX = 36;

const columns = {
  status: 'w-5 shrink-0',
  time: 'w-32 shrink-0 max-sm:w-27',
  workflow: 'min-w-0 flex-1 truncate',
  trigger: 'w-20 shrink-0 @max-2xl:hidden',
  duration: 'w-20 shrink-0 text-right',
  cost: 'w-20 shrink-0 text-right @max-3xl:hidden',
  execution: 'w-36 shrink-0 truncate @max-3xl:hidden',
};

export function LogListHead() {
  return (
    <div
      aria-hidden
      className={cn(
        '@container overflow-hidden border-line border-b bg-canvas px-4',
        '[scrollbar-gutter:stable] font-medium text-faint text-xs md:px-6',
      )}
    >
      <div className="flex h-8 items-center gap-3">
        <span className={columns.status} />
        <span className={columns.time}>Started</span>
        <span className={columns.workflow}>Workflow</span>
        <span className={columns.trigger}>Trigger</span>
        <span className={columns.execution}>Execution</span>
        <span className={columns.cost}>Cost</span>
        <span className={columns.duration}>Duration</span>
      </div>
    </div>
  );
}

export interface LogListRowProps {
  row: LogSummary;
  now: number;
  timeZone: string | undefined;
  /** In pixels from the top of the list. */
  top: number;
  isOpen: boolean;
  isCurrent: boolean;
}

export function LogListRow({ row, now, timeZone, top, isOpen, isCurrent }: LogListRowProps) {
  const started = Date.parse(row.startedAt);
  return (
    // The list takes keys and clicks; the row is reached through aria-activedescendant.
    <div
      id={`run-${row.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      data-run={row.id}
      className={cn(
        '@container absolute inset-x-0 cursor-pointer px-4 hover:bg-hover md:px-6',
        isOpen && 'bg-accent-soft hover:bg-accent-soft',
        isCurrent && 'group-focus-visible/list:shadow-[inset_0_0_0_2px_var(--focus)]',
      )}
      style={{ top, height: ROW_HEIGHT_PX }}
    >
      <div className="tabular flex h-full items-center gap-3 border-line/60 border-b">
        <Status kind={row.level === 'error' ? 'error' : 'success'} compact className={columns.status} />
        <time
          dateTime={row.startedAt}
          title={formatExact(started, timeZone)}
          suppressHydrationWarning
          className={cn(columns.time, 'text-muted')}
        >
          {formatClock(started, now, timeZone)}
        </time>
        <span className={cn(columns.workflow, 'font-medium')}>
          {row.workflow?.name ?? row.workflowId}
          {row.workflow?.deleted ? <span className="font-normal text-faint"> (deleted)</span> : null}
        </span>
        <span className={cn(columns.trigger, 'text-muted')}>{TRIGGER_LABELS[row.trigger]}</span>
        <span className={cn(columns.execution, 'font-mono text-faint text-xs')}>{row.executionId}</span>
        <span className={cn(columns.cost, 'text-muted')}>
          {row.cost.total === 0 ? <span className="text-faint">—</span> : formatUsd(row.cost.total)}
        </span>
        <span className={columns.duration}>{formatDuration(row.totalDurationMs)}</span>
      </div>
    </div>
  );
}
