import { toast } from 'sonner';
import { logPath } from '@/components/page/paths';
import type { RunResult } from '@/lib/services/runs/schema';

interface Place {
  workspaceId: string;
  goTo: (path: string) => void;
}

/** Reports the outcome of a run started outside its page, with a link to its log. */
export function sayRunEnd(answer: RunResult | { executionId: string }, { workspaceId, goTo }: Place): void {
  if (!('logId' in answer)) return void toast.success('The run was started and waits.'); // It is parked.
  const show = { label: 'Open log', onClick: () => goTo(logPath(workspaceId, answer.logId)) };
  if (answer.status === 'error') toast.warning('The run failed.', { action: show });
  else toast.success('The run succeeded.', { action: show });
}
