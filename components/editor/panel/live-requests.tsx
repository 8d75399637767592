'use client';

import { useQuery } from '@tanstack/react-query';
import { logPath } from '../../page/paths';
import { RunStatus } from '../../page/run-status';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { RelativeTime } from '../../ui/relative-time';
import { useSendAgain } from '../run/send-again';
import { useEditor } from '../store/editor-context';
import { isActive } from '../store/run-state';
import { liveRequestsQuery } from './hook-queries';

/** Runs of the last day that webhooks started: each can be run again, on the draft. */
export function LiveRequests() {
  const { workspaceId, workflowId } = useIds();
  const readOnly = useEditor((state) => state.readOnly);
  const isRunning = useEditor((state) => isActive(state.run));
  const isLive = useEditor((state) => state.liveVersion !== null);
  const sendAgain = useSendAgain();
  const { data } = useQuery({ ...liveRequestsQuery(workspaceId, workflowId), enabled: isLive });
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="rounded-lg border border-line p-3">
      <h3 className="font-medium text-sm">Latest runs by requests</h3>
      <ul aria-label="Latest runs by requests" className="mt-1.5 flex flex-col gap-1 text-xs">
        {data.map(({ id, status, startedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <RunStatus status={status} />
            <RelativeTime at={startedAt} />
            <span className="ml-auto flex items-center gap-2">
              <Link href={logPath(workspaceId, id)} className="text-accent hover:underline">
                Log
              </Link>
              {readOnly ? null : (
                <Button
                  size="sm"
                  disabled={isRunning}
                  title="Runs the draft with this request. Credentials are not kept in logs."
                  onClick={() => sendAgain({ logId: id })}
                >
                  Send again
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useIds() {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  return { workspaceId, workflowId };
}
