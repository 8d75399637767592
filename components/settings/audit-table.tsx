'use client';

import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import type { AuditEvent } from '@/lib/services/audit/schema';
import { auditPath } from './audit-path';
import { actionWords, detailLines, whoWords } from './audit-words';

export interface AuditTableProps {
  events: readonly AuditEvent[];
  /** Filters by one target. */
  onTarget: (target: string) => void;
}

export function AuditTable({ events, onTarget }: AuditTableProps) {
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeader>Who</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader>On</TableHeader>
          <TableHeader>When</TableHeader>
        </TableRow>
      </TableHead>
      <tbody>
        {events.map((event) => (
          <AuditRow key={event.id} event={event} onTarget={onTarget} />
        ))}
      </tbody>
    </Table>
  );
}

function AuditRow({ event, onTarget }: { event: AuditEvent; onTarget: (target: string) => void }) {
  const { action, target, targetName, detail, createdAt } = event;
  const who = whoWords(event);
  const shown = targetName ?? target;
  const lines = detailLines(detail, shown);
  const path = auditPath(useWorkspace().id, event);
  return (
    <TableRow>
      <TableCell className="max-w-44">
        <span className="block truncate font-medium" title={who.name}>
          {who.name}
        </span>
        {who.by === null ? null : <span className="block truncate text-muted text-xs">{who.by}</span>}
      </TableCell>
      <TableCell className="min-w-40 max-w-64">
        <span className="block">{actionWords(action)}</span>
        {lines.length > 0 ? (
          <span className="block truncate text-muted text-xs" title={lines.join('\n')}>
            {lines.join(' · ')}
          </span>
        ) : null}
      </TableCell>
      <TableCell className="max-w-56">
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
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted">
        <RelativeTime at={createdAt} />
      </TableCell>
    </TableRow>
  );
}
