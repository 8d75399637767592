import type { KeyboardEvent, MouseEvent } from 'react';
import { cn } from '@/components/ui/class-names';
import { formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ErrorGroup } from '@/lib/services/error-groups/schema';
import { groupTitle } from './group-words';
import { StateBadge } from './state-badge';

export interface ErrorRowProps {
  group: ErrorGroup;
  /** Address of the page with the group in the panel. */
  href: string;
  isOpen: boolean;
  onOpen: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys go from row to row. */
function move(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = STEPS[event.key];
  const list = event.currentTarget.closest('ul');
  if (step === undefined || list === null) return;
  event.preventDefault();
  const links = [...list.querySelectorAll<HTMLElement>('a[data-error]')];
  links[links.indexOf(event.currentTarget) + step]?.focus();
}

export function ErrorRow({ group, href, isOpen, onOpen }: ErrorRowProps) {
  const { workflowName, blockName, code, count, lastSeenAt, assignee, comments } = group;
  const open = (event: MouseEvent) => {
    // Another tab is the browser's to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li
      className={cn(
        'flex items-center gap-4 px-4 py-3 not-first:border-line not-first:border-t hover:bg-hover',
        isOpen && 'bg-pressed',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={href}
            data-error
            onKeyDown={move}
            aria-current={isOpen ? 'true' : undefined}
            onClick={open}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {groupTitle(group)}
          </Link>
          <StateBadge group={group} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-xs">
          <span className="max-w-full truncate">
            {workflowName}
            {blockName === null ? '' : ` · ${blockName}`}
          </span>
          <span className="font-mono text-2xs leading-4">{code}</span>
          <span>
            last <RelativeTime at={lastSeenAt} />
          </span>
          {assignee === null ? null : <span>assigned to {assignee.name}</span>}
          {comments === 0 ? null : (
            <span>
              {comments} {comments === 1 ? 'comment' : 'comments'}
            </span>
          )}
        </p>
      </div>
      <span className="tabular shrink-0 text-right font-medium">
        {formatCount(count)}
        <span className="block font-normal text-muted text-xs">{count === 1 ? 'run' : 'runs'}</span>
      </span>
    </li>
  );
}
