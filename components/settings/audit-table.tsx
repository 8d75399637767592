'use client';

import { type QueryState, QueryTable, type QueryTableProps } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { AuditEvent } from '@/lib/services/audit/schema';
import { auditPath } from './audit-path';
import { actionWords, detailLines, targetWords, whoWords } from './audit-words';

export interface AuditTableProps {
  query: QueryState;
  events: readonly AuditEvent[] | undefined;
  empty: QueryTableProps<AuditEvent>['empty'];
  /** Filters by one target. */
  onTarget: (target: string) => void;
}

export function AuditTable({ query, events, empty, onTarget }: AuditTableProps) {
  return (
    <QueryTable
      query={query}
      rows={events}
      empty={empty}
      skeletons={6}
      keyOf={(event) => event.id}
      columns={[
        { title: 'Who', className: 'max-w-44', cell: (event) => <Who event={event} /> },
        { title: 'What', className: 'min-w-40 max-w-64', cell: (event) => <What event={event} /> },
        {
          title: 'On',
          className: 'max-w-56',
          cell: (event) => <Target event={event} onTarget={onTarget} />,
        },
        {
          title: 'When',
          className: 'whitespace-nowrap text-muted',
          cell: (event) => <RelativeTime at={event.createdAt} />,
        },
      ]}
    />
  );
}

function Who({ event }: { event: AuditEvent }) {
  const { name, by } = whoWords(event);
  return (
    <>
      <span className="block truncate font-medium" title={name}>
        {name}
      </span>
      {by === null ? null : <span className="block truncate text-muted text-xs">{by}</span>}
    </>
  );
}

function What({ event: { action, target, targetName, detail } }: { event: AuditEvent }) {
  const lines = detailLines(detail, targetName ?? target);
  return (
    <>
      <span className="block">{actionWords(action)}</span>
      {lines.length > 0 ? (
        <span className="block truncate text-muted text-xs" title={lines.join('\n')}>
          {lines.join(' · ')}
        </span>
      ) : null}
    </>
  );
}

function Target({ event, onTarget }: { event: AuditEvent } & Pick<AuditTableProps, 'onTarget'>) {
  const { target, targetName } = event;
  const shown = targetWords(target, targetName);
  const path = auditPath(useWorkspace().id, event);
  return (
    <>
      <button
        type="button"
        className={cn(
          'block max-w-full cursor-pointer truncate py-0.5 text-left',
          'underline decoration-line-strong underline-offset-2',
        )}
        title={`Show all events of ${target}`}
        onClick={() => onTarget(target)}
      >
        {shown}
      </button>
      {path === null ? null : (
        <Link
          className="inline-flex min-h-6 items-center text-muted text-xs hover:text-ink"
          href={path}
          aria-label={`Open ${shown}`}
        >
          Open
        </Link>
      )}
    </>
  );
}
