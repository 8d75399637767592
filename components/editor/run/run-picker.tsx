import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { toast } from 'sonner';
import type { LogSummary } from '@/lib/services/logs/schema';
import { logQuery } from '../../logs/log-queries';
import { logsOfWorkflowPath } from '../../page/paths';
import { RunDuration } from '../../page/run-duration';
import { RunStatus } from '../../page/run-status';
import { Button } from '../../ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { Link } from '../../ui/link';
import { RelativeTime } from '../../ui/relative-time';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isActive, runOfLog } from '../store/run-state';
import { nameInAddress } from './past-run';
import { recentRunsQuery } from './run-queries';
import { WaitingRuns } from './waiting-runs';

/** Lists the latest runs; a chosen one shows each block's input and output on the canvas. */
export function RunPicker() {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const shown = useEditor((state) => state.run.logId);
  const isBusy = useEditor((state) => isActive(state.run));
  const { data: runs = [] } = useQuery(recentRunsQuery(workspaceId, workflowId));
  const show = async (logId: string) => {
    try {
      const { data } = await queryClient.fetchQuery(logQuery(logId));
      if (isActive(store.getState().run)) return;
      store.setState({ run: runOfLog(data), runPanelOpen: true });
      nameInAddress(logId);
    } catch (error) {
      toast.error(`Couldn’t read this run: ${(error as Error).message}`);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" disabled={isBusy}>
          <History aria-hidden />
          Runs
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-80 overflow-y-auto">
        <WaitingRuns />
        <DropdownMenuRadioGroup value={shown ?? ''} onValueChange={(logId) => void show(logId)}>
          {runs.map((run) => (
            <DropdownMenuRadioItem key={run.id} value={run.id}>
              <RunLine run={run} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={logsOfWorkflowPath(workspaceId, workflowId)}>All runs</Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function RunLine({ run }: { run: LogSummary }) {
  return (
    <span className="tabular flex w-full items-center gap-3">
      <RunStatus status={run.status} compact />
      <RelativeTime at={run.startedAt} className="min-w-24" />
      <span className="text-faint text-xs">{run.trigger}</span>
      <RunDuration run={run} className="ml-auto text-muted text-xs" />
    </span>
  );
}
