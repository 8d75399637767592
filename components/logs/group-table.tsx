'use client';

import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useRef } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { RUN_STATUS_WORDS } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { formatExact } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import type { LogStatus } from '@/lib/services/logs/schema';
import type { Grouping, LogGroup } from '@/lib/services/overview/group-schema';
import type { LogFilters } from './log-filters';
import { logGroupsQuery } from './log-groups-query';
import type { LogView } from './use-log-address';
import { rowAfterKey, useLogKeys } from './use-log-keys';

const HEADINGS: Record<Grouping, string> = {
  workflow: 'Workflow',
  level: 'Level',
  status: 'Status',
  trigger: 'Trigger',
  error: 'Error',
};

export interface GroupTableProps {
  by: Grouping;
  filters: LogFilters;
  /** Opens the list of a group's runs. */
  onOpen: (view: LogView, change: LogFilters) => void;
}

/** The number of runs of each kind; each row links to its runs. */
export function GroupTable({ by, filters, onOpen }: GroupTableProps) {
  const { id } = useWorkspace();
  const timeZone = useTimeZone();
  const groups = useQuery(logGroupsQuery(id, filters, by));
  const table = useRef<HTMLElement>(null);
  useLogKeys({ walk: (key) => focusGroup(table.current, key) }, 'group');
  if (groups.isError)
    return <LoadFailure error={groups.error} onRetry={() => groups.refetch()} className="m-4" />;
  if (groups.data === undefined)
    return (
      <div className="p-4">
        <SkeletonRows rows={8} className="h-8" />
      </div>
    );
  const { data, others, countedFrom } = groups.data;
  if (data.length === 0)
    return (
      <EmptyState icon={Layers} title={by === 'error' ? 'No failed runs' : 'No matching runs'}>
        Widen the time range or remove a filter.
      </EmptyState>
    );
  const notes = [
    ...(countedFrom === null
      ? []
      : [`Only runs since ${formatExact(Date.parse(countedFrom), timeZone)} are counted.`]),
    ...(others === 0 ? [] : [`${countOf(others, 'run')} of other groups are not listed.`]),
  ];
  return (
    <section
      ref={table}
      aria-label={`Runs by ${HEADINGS[by].toLowerCase()}`}
      className={`min-h-0 flex-1 overflow-y-auto p-4 md:px-6 ${groups.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <DataTable
        rowClassName="hover:bg-hover"
        rows={data}
        keyOf={({ key }) => key}
        columns={[
          {
            title: HEADINGS[by],
            className: 'w-full max-w-0',
            cell: (group) => <GroupName by={by} group={group} onOpen={onOpen} />,
          },
          { title: 'Runs', isNumeric: true, className: 'tabular', cell: ({ runs }) => formatCount(runs) },
          {
            title: 'Failed',
            isNumeric: true,
            className: 'tabular',
            cell: ({ errors }) =>
              errors === 0 ? <span className="text-faint">—</span> : formatCount(errors),
          },
          {
            title: 'Last started',
            isNumeric: true,
            className: 'whitespace-nowrap text-muted',
            cell: ({ lastStartedAt }) => <RelativeTime at={lastStartedAt} />,
          },
        ]}
      />
      <p role="status" className="mt-3 text-muted text-xs">
        {notes.join(' ')}
      </p>
    </section>
  );
}

interface GroupNameProps extends Pick<GroupTableProps, 'by' | 'onOpen'> {
  group: LogGroup;
}

function GroupName({ by, group, onOpen }: GroupNameProps) {
  return (
    <>
      <button
        type="button"
        data-group
        className={cn(
          'block max-w-full text-left font-medium hover:underline',
          'max-sm:wrap-anywhere sm:truncate',
        )}
        onClick={() => onOpen(...listOf(by, group))}
      >
        {nameOf(by, group)}
      </button>
      {by === 'error' && group.label ? (
        <p className="text-muted text-xs max-sm:line-clamp-2 sm:truncate" title={group.label}>
          {group.label}
        </p>
      ) : null}
    </>
  );
}

/** @returns true if the key leads to a group; its button then has the focus */
function focusGroup(table: HTMLElement | null, key: string): boolean {
  const buttons = [...(table?.querySelectorAll<HTMLElement>('[data-group]') ?? [])];
  const current = buttons.indexOf(document.activeElement as HTMLElement);
  const to = rowAfterKey(key, Math.max(0, current), buttons.length, current >= 0);
  const button = to === undefined ? undefined : buttons[to];
  button?.focus();
  return button !== undefined;
}

function nameOf(by: Grouping, { key, label }: LogGroup): string {
  if (by === 'workflow') return label ?? `Deleted workflow ${key}`;
  if (by === 'level') return key === 'error' ? 'Errors' : 'Success';
  if (by === 'status') return RUN_STATUS_WORDS[key as LogStatus] ?? key;
  if (by === 'trigger') return triggerDescriptions[key as keyof typeof triggerDescriptions]?.label ?? key;
  return key;
}

/** Error codes have no filter of their own, so the text search finds them. */
function listOf(by: Grouping, { key }: LogGroup): [LogView, LogFilters] {
  if (by === 'error') return [{ group: '', q: key }, { statuses: 'error' }];
  const name = { workflow: 'workflowIds', level: 'level', status: 'statuses', trigger: 'triggers' } as const;
  return [{ group: '' }, { [name[by]]: key }];
}
