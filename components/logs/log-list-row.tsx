'use client';

import { Check } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { RunDuration } from '@/components/page/run-duration';
import { RunStatus } from '@/components/page/run-status';
import { cn } from '@/components/ui/class-names';
import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import { formatClock, formatExact } from '@/components/ui/format-time';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import type { FoundLog } from '@/lib/services/log-search/schema';
import type { LogSummary } from '@/lib/services/logs/schema';
import type { ListColumns, OptionalColumn } from './list-columns';
import { tryWords } from './try-words';
import type { RowValues } from './use-row-values';
import { HEAD_OF_VALUE, ValueCell } from './value-cell';

/** A row of the list or of a search. */
export type ListedRow = LogSummary & Partial<Pick<FoundLog, 'match'>>;

interface Clock {
  now: number;
  timeZone: string | undefined;
}

interface Column {
  title: string;
  className: string;
  cell: (row: ListedRow, clock: Clock) => ReactNode;
}

const LINE_END = /[\r\n]/;
const firstLine = (text: string): string => text.trim().split(LINE_END, 1)[0] ?? '';

const STATUS = 'w-5 shrink-0';
const WORKFLOW = 'min-w-0 flex-1 truncate';

const COLUMNS: Record<OptionalColumn, Column> = {
  time: {
    title: 'Started',
    className: 'w-32 shrink-0 text-muted max-sm:w-27',
    cell: ({ startedAt }, { now, timeZone }) => {
      const started = Date.parse(startedAt);
      return (
        <time dateTime={startedAt} title={formatExact(started, timeZone)} suppressHydrationWarning>
          {formatClock(started, now, timeZone)}
        </time>
      );
    },
  },
  trigger: {
    title: 'Trigger',
    className: 'w-20 shrink-0 text-muted @max-2xl:hidden',
    cell: ({ trigger }) => triggerDescriptions[trigger].label,
  },
  version: {
    title: 'Version',
    className: 'w-16 shrink-0 text-muted @max-2xl:hidden',
    cell: ({ version }) => (version === null ? 'Draft' : `v${version}`),
  },
  execution: {
    title: 'Execution',
    className: 'w-36 shrink-0 truncate font-mono text-faint text-xs @max-3xl:hidden',
    cell: ({ executionId }) => executionId,
  },
  tags: {
    title: 'Tags',
    className: 'w-40 shrink-0 truncate @max-3xl:hidden',
    cell: ({ tags }) => tags.map((tag) => <Tag key={tag} tag={tag} />),
  },
  tokens: {
    title: 'Tokens',
    className: 'w-16 shrink-0 text-right text-muted @max-3xl:hidden',
    cell: ({ cost }) =>
      'tokens' in cost && cost.tokens.total > 0 ? (
        formatCount(cost.tokens.total)
      ) : (
        <span className="text-faint">—</span>
      ),
  },
  cost: {
    title: 'Cost',
    className: 'w-20 shrink-0 text-right text-muted @max-3xl:hidden',
    cell: ({ cost }) => (cost.total === 0 ? <span className="text-faint">—</span> : formatUsd(cost.total)),
  },
  duration: {
    title: 'Duration',
    // A phone's width is for the workflow's name, which the longest of the other columns would cut to "A …".
    className: 'w-20 shrink-0 text-right @max-md:hidden',
    cell: (row) => <RunDuration run={row} />,
  },
};

const isBefore = (id: OptionalColumn): boolean => id === 'time';

export function LogListHead({ columns: { optional, paths } }: { columns: ListColumns }) {
  const head = (id: OptionalColumn) => (
    <span key={id} className={cn(COLUMNS[id].className, 'font-sans text-faint text-xs')}>
      {COLUMNS[id].title}
    </span>
  );
  return (
    <div
      aria-hidden
      className={cn(
        '@container overflow-hidden border-line border-b bg-canvas',
        '[scrollbar-gutter:stable] font-medium text-faint text-xs',
      )}
    >
      <div className="flex h-8 items-center gap-3 px-4 md:px-6">
        <span className="-ml-1 w-5 shrink-0 max-sm:hidden" />
        <span className={STATUS} />
        {optional.filter(isBefore).map(head)}
        <span className={WORKFLOW}>Workflow</span>
        {paths.map((path) => (
          <span key={path} className={HEAD_OF_VALUE}>
            {path}
          </span>
        ))}
        {optional.filter((id) => !isBefore(id)).map(head)}
      </div>
    </div>
  );
}

export interface LogListRowProps extends Clock {
  row: ListedRow;
  columns: ListColumns;
  /** The values of the columns with paths; absent until they are read. */
  values: RowValues | undefined;
  /** True if reading values failed. */
  isUnread: boolean;
  /** In pixels: the offset from the top of the list, and the row's height. */
  top: number;
  height: number;
  isOpen: boolean;
  isCurrent: boolean;
  isTicked: boolean;
}

export const LogListRow = memo(function LogListRow(props: LogListRowProps) {
  const { row, now, timeZone, top, height, isOpen, isCurrent, isTicked, values, isUnread } = props;
  const { optional, paths } = props.columns;
  const cell = (id: OptionalColumn) => (
    <span key={id} className={COLUMNS[id].className}>
      {COLUMNS[id].cell(row, { now, timeZone })}
    </span>
  );
  return (
    // The list handles keys and clicks; the row is announced through aria-activedescendant.
    <div
      id={`run-${row.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      aria-checked={isTicked}
      data-run={row.id}
      className={cn(
        'group/row absolute inset-x-0 cursor-pointer px-4 hover:bg-hover md:px-6',
        isOpen && 'bg-accent-soft hover:bg-accent-soft',
        isCurrent && 'group-focus-visible/list:shadow-[inset_0_0_0_2px_var(--focus)]',
      )}
      style={{ top, height }}
    >
      <div className="tabular flex h-full items-center gap-3 border-line/60 border-b">
        <Tick isTicked={isTicked} />
        <RunStatus status={row.status} compact className={STATUS} />
        {optional.filter(isBefore).map(cell)}
        <span translate="no" className={cn(WORKFLOW, 'font-medium')}>
          {row.workflow?.name ?? row.workflowId}
          {row.workflow?.deleted ? <span className="font-normal text-faint"> (deleted)</span> : null}
          {row.tries === undefined ? null : (
            <span className="font-normal text-muted"> {tryWords(row.tries)}</span>
          )}
          {optional.includes('tags') ? null : (
            <span className="@max-lg:hidden">
              {row.tags.map((tag) => (
                <Tag key={tag} tag={tag} />
              ))}
            </span>
          )}
          {row.match ? <Match match={row.match} /> : <ErrorLine error={row.error} />}
        </span>
        {paths.map((path, index) => (
          <ValueCell key={path} values={values} index={index} isUnread={isUnread} />
        ))}
        {optional.filter((id) => !isBefore(id)).map(cell)}
      </div>
    </div>
  );
});

/** Shows the row's tick; the row has the accessible state, and the list handles the click. */
function Tick({ isTicked }: { isTicked: boolean }) {
  return (
    <span
      aria-hidden
      data-tick
      title={isTicked ? 'Remove the tick' : 'Tick to compare with another run'}
      className="-ml-1 flex h-full w-5 shrink-0 items-center justify-center max-sm:hidden"
    >
      <span
        className={cn(
          'flex size-3.5 items-center justify-center rounded-xs border border-line-strong',
          isTicked
            ? 'border-accent-solid bg-accent-solid text-on-solid'
            : 'opacity-0 group-hover/row:opacity-100',
        )}
      >
        {isTicked ? <Check className="size-3" /> : null}
      </span>
    </span>
  );
}

/** The list handles the click and filters by the tag; by keyboard, the same is possible in the open run. */
function Tag({ tag }: { tag: string }) {
  return (
    <span
      data-tag={tag}
      title={`Show runs with the tag ${tag}`}
      className={cn(
        'ml-2 rounded-sm border border-line px-1 font-normal text-muted text-xs',
        'hover:border-line-strong',
      )}
    >
      {tag}
    </span>
  );
}

/** The first line of what ended a run; the tooltip has the whole message. */
function ErrorLine({ error }: Pick<ListedRow, 'error'>) {
  if (!error) return null;
  return (
    <span className="ml-2 font-normal text-muted text-xs" title={`${error.code}: ${error.message}`}>
      {firstLine(error.message) || error.code}
    </span>
  );
}

const PART_WORDS = { input: 'input', output: 'output', error: 'error', finalOutput: 'final output' };

/** The position of the searched text, with its context. */
function Match({ match: { part, block, path, excerpt } }: { match: NonNullable<FoundLog['match']> }) {
  const place = [block, PART_WORDS[part], path].filter(Boolean).join(' · ');
  return (
    <span className="ml-2 font-normal text-muted text-xs" title={`${place}: ${excerpt}`}>
      <span className="text-faint">{place}: </span>
      {excerpt}
    </span>
  );
}
