'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useId, useState } from 'react';
import { workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Status, type StatusKind } from '@/components/ui/status';
import { client } from '@/lib/platform/http/client';
import { cancelExecutionEndpoint } from '@/lib/services/runs/endpoints';
import type { UnfinishedExecution } from '@/lib/services/runs/schema';
import { TRIGGER_LABELS } from '../workflows/trigger-words';
import type { LogFilters } from './log-filters';
import { MAX_RUNNING, runningQuery } from './log-queries';

/** So many are in sight at once; the rest are a press away. */
const SHOWN = 3;

const STATES: Record<UnfinishedExecution['status'], { kind: StatusKind; label: string }> = {
  queued: { kind: 'queued', label: 'Queued' },
  running: { kind: 'running', label: 'Running' },
  parked: { kind: 'queued', label: 'Waiting' },
};

/** Above the finished runs: those under way, newest first, with a way to stop each; nothing without any. */
export function RunningExecutions({ filters }: { filters: LogFilters }) {
  const { id, canWrite } = useWorkspace();
  const titleId = useId();
  const [isWhole, setWhole] = useState(false);
  const { data: executions = [], isError } = useQuery(runningQuery(id, filters));
  if (isError && executions.length === 0)
    return (
      <p className="border-line border-b px-4 py-2 text-muted text-xs md:px-6">
        Couldn’t load the runs under way.
      </p>
    );
  if (executions.length === 0) return null;
  const shown = isWhole ? executions : executions.slice(0, SHOWN);
  const count = executions.length === MAX_RUNNING ? `${MAX_RUNNING} or more` : String(executions.length);
  return (
    <section aria-labelledby={titleId} className="border-line border-b bg-sunken px-4 py-2 md:px-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="font-medium text-muted text-xs">
          Under way <span className="tabular">({count})</span>
        </h2>
        {executions.length > SHOWN ? (
          <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${count}`}
          </Button>
        ) : null}
      </div>
      <ul className="max-h-56 overflow-y-auto">
        {shown.map((execution) => (
          <RunningRow key={execution.executionId} execution={execution} canStop={canWrite} />
        ))}
      </ul>
    </section>
  );
}

function RunningRow({ execution, canStop }: { execution: UnfinishedExecution; canStop: boolean }) {
  const { executionId, status, trigger, acceptedAt, startedAt, cancelRequested } = execution;
  const name = execution.workflowName ?? execution.workflowId;
  const queryClient = useQueryClient();
  const { id } = useWorkspace();
  const stop = useMutation({
    mutationFn: () => client.call(cancelExecutionEndpoint, { params: { id: executionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspace', id, 'logs'] }),
  });
  const { kind, label } = STATES[status];
  const isStopping = stop.isPending || cancelRequested;
  return (
    <li className="tabular flex h-8 items-center gap-3 text-sm">
      <Status kind={kind} label={isStopping ? 'Stopping' : label} className="w-24 shrink-0" />
      <Link
        href={workflowPath(id, execution.workflowId)}
        className="min-w-0 flex-1 truncate font-medium hover:underline"
      >
        {name}
      </Link>
      <span className="w-20 shrink-0 text-muted max-sm:hidden">{TRIGGER_LABELS[trigger]}</span>
      <RelativeTime at={startedAt ?? acceptedAt} className={cn('w-28 shrink-0 text-right text-muted')} />
      {canStop ? (
        <IconButton label={`Stop ${name}`} size="sm" disabled={isStopping} onClick={() => stop.mutate()}>
          <Square className="fill-current" />
        </IconButton>
      ) : null}
    </li>
  );
}
