'use client';

import { FileText } from 'lucide-react';
import { HoldBadge } from '@/components/holds/hold-badge';
import { logPath, logsOfWorkflowPath, workflowPath } from '@/components/page/paths';
import { RunStatus } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Hold } from '@/lib/services/holds/schema';
import type { WorkflowActivity } from '@/lib/services/workflow-activity/schema';
import { RowContextMenu, RowMenuButton } from './row-menus';

export const ROW_CLASSES = 'group flex h-11 items-center gap-3 pr-2 hover:bg-hover';

/** Classes of the columns besides the name; headers and rows share them. */
export const COLUMN_CLASSES = {
  state: 'w-16 shrink-0 max-md:hidden',
  lastRun: 'w-56 shrink-0 max-lg:w-40 max-sm:w-auto',
  nextRun: 'w-24 shrink-0 max-lg:hidden',
  edited: 'w-24 shrink-0 max-md:hidden',
};

interface WorkflowRowProps {
  workflow: WorkflowSummary;
  indentPx: number;
  /** Undefined until it is known. */
  activity: WorkflowActivity | undefined;
  /** Its own hold, else that on the workspace. */
  hold: Hold | undefined;
}

/** A workflow: whether it is live and on hold, its last run's outcome, its waits, and its next run. */
export function WorkflowRow({ workflow, indentPx, activity, hold }: WorkflowRowProps) {
  const { id } = useWorkspace();
  return (
    <RowContextMenu target={{ workflow }}>
      <li
        className={cn(ROW_CLASSES, 'relative not-first:border-line not-first:border-t')}
        style={{ paddingLeft: indentPx }}
      >
        <Link
          href={workflowPath(id, workflow.id)}
          className={cn(
            'flex h-full min-w-0 flex-1 items-center gap-2 after:absolute',
            'after:inset-0 focus-visible:outline-none focus-visible:after:outline-2',
            'focus-visible:after:outline-focus focus-visible:after:-outline-offset-2',
          )}
        >
          <FileText className="size-4 shrink-0 text-faint" aria-hidden />
          <span translate="no" className="min-w-0 truncate font-medium">
            {workflow.name}
          </span>
          {workflow.description ? (
            <span className="min-w-0 flex-1 truncate text-faint max-lg:hidden">{workflow.description}</span>
          ) : null}
        </Link>
        {hold === undefined ? null : (
          <HoldBadge
            hold={hold}
            target={{ workspaceId: id, workflowId: workflow.id, name: workflow.name }}
            className="relative z-1 shrink-0"
          />
        )}
        <span className={COLUMN_CLASSES.state}>
          {workflow.liveVersion === null ? (
            <Badge title="No version is live.">Draft</Badge>
          ) : (
            <Badge tone="success" title={`Version ${workflow.liveVersion} is live.`}>
              Live v{workflow.liveVersion}
            </Badge>
          )}
        </span>
        <LastRun workflowId={workflow.id} activity={activity} />
        <span className={cn(COLUMN_CLASSES.nextRun, 'tabular text-muted text-xs')}>
          {activity?.nextRunAt ? <RelativeTime at={activity.nextRunAt} /> : null}
        </span>
        <RelativeTime at={workflow.updatedAt} className={cn(COLUMN_CLASSES.edited, 'text-faint text-xs')} />
        <RowMenuButton target={{ workflow }} />
      </li>
    </RowContextMenu>
  );
}

interface LastRunProps {
  workflowId: string;
  activity: WorkflowActivity | undefined;
}

function LastRun({ workflowId, activity }: LastRunProps) {
  const { id } = useWorkspace();
  const { lastRun = null, failures = 0, waiting = 0 } = activity ?? {};
  return (
    <span className={cn(COLUMN_CLASSES.lastRun, 'tabular flex items-center gap-2 text-xs')}>
      {lastRun === null ? (
        <span className="text-faint max-sm:hidden">{activity === undefined ? '' : '—'}</span>
      ) : (
        <Link
          href={logPath(id, lastRun.logId)}
          className="relative z-1 inline-flex items-center gap-1.5 hover:underline"
        >
          <RunStatus status={lastRun.status} compact />
          <RelativeTime at={lastRun.startedAt} className="text-muted max-sm:hidden" />
        </Link>
      )}
      {failures > 1 ? (
        <Badge tone="danger" title={failureWords(failures)} className="max-sm:hidden">
          {failures === MOST_COUNTED ? `${failures} or more failed` : `${failures} failed`}
        </Badge>
      ) : null}
      {waiting > 0 ? (
        <Link href={logsOfWorkflowPath(id, workflowId)} className="relative z-1 hover:underline">
          <Badge tone="running" title="Runs that wait for a time or an answer.">
            {waiting} waiting
          </Badge>
        </Link>
      ) : null}
    </span>
  );
}

/** The maximum number of a workflow's runs that the server checks. */
const MOST_COUNTED = 10;

const failureWords = (failures: number): string =>
  failures === MOST_COUNTED
    ? `The latest ${failures} runs failed.`
    : `The latest ${failures} runs failed; the one before succeeded, or there is none.`;
