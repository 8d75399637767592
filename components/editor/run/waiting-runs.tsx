import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { runningQuery } from '../../logs/log-queries';
import { UNFINISHED_LOOK } from '../../logs/running-words';
import { runPath } from '../../page/paths';
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/dropdown-menu';
import { Link } from '../../ui/link';
import { RelativeTime } from '../../ui/relative-time';
import { Status } from '../../ui/status';
import { useEditor } from '../store/editor-context';

/** Menu items of the workflow’s waiting runs, each linked to its form, else to its page. */
export function WaitingRuns() {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const { data: executions = [] } = useQuery(runningQuery(workspaceId, { workflowIds: workflowId }));
  const waiting = executions.filter(({ status }) => status === 'parked');
  if (waiting.length === 0) return null;
  return (
    <>
      {waiting.map(({ executionId, acceptedAt, waits }) => {
        const form = waits.find(({ url }) => url !== null)?.url;
        const line = (
          <>
            <Status {...UNFINISHED_LOOK.parked} />
            <RelativeTime at={acceptedAt} className="text-muted" />
          </>
        );
        return (
          <DropdownMenuItem key={executionId} asChild>
            {form == null ? (
              <Link href={runPath(workspaceId, executionId)}>{line}</Link>
            ) : (
              <a href={form} target="_blank" rel="noreferrer">
                {line}
                <span className="ml-auto flex items-center gap-1 text-accent text-xs">
                  Open the form
                  <ArrowUpRight className="size-3" aria-hidden />
                </span>
              </a>
            )}
          </DropdownMenuItem>
        );
      })}
      <DropdownMenuSeparator />
    </>
  );
}
