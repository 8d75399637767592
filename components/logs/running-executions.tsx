'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { memo, useEffect, useId, useState } from 'react';
import { runPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { LiveCount } from '@/components/ui/live-count';
import { Status } from '@/components/ui/status';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { cancelExecutionEndpoint } from '@/lib/services/runs/endpoints';
import type { UnfinishedExecution } from '@/lib/services/runs/schema';
import type { LogFilters } from './log-filters';
import { MAX_RUNNING, runningQuery } from './log-queries';
import { progressWords, serverWords, UNFINISHED_LOOK, waitsForWords } from './running-words';
import { tryWords } from './try-words';

/** The number of executions in view; a button shows the rest. */
const SHOWN = 3;

/** The running executions above the finished runs, newest first, each with a button to cancel it. */
export const RunningExecutions = memo(function RunningExecutions({ filters }: { filters: LogFilters }) {
  const { id } = useWorkspace();
  const { data: executions = [], isPending, isError } = useQuery(runningQuery(id, filters));
  const count = executions.length === MAX_RUNNING ? `${MAX_RUNNING} or more` : String(executions.length);
  return (
    <>
      <LiveCount text={isPending ? null : `${count} running`} about={JSON.stringify(filters)} />
      {isError && executions.length === 0 ? (
        <p className="border-line border-b px-4 py-2 text-muted text-xs md:px-6">
          Couldn’t load running executions.
        </p>
      ) : null}
      {executions.length > 0 ? <RunningSection executions={executions} count={count} /> : null}
    </>
  );
});

interface RunningSectionProps {
  executions: readonly UnfinishedExecution[];
  count: string;
}

function RunningSection({ executions, count }: RunningSectionProps) {
  const { canWrite } = useWorkspace();
  const titleId = useId();
  const [isWhole, setWhole] = useState(false);
  const nowMs = useSeconds();
  const shown = isWhole ? executions : executions.slice(0, SHOWN);
  return (
    <section aria-labelledby={titleId} className="border-line border-b bg-sunken px-4 py-2 md:px-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="font-medium text-muted text-xs">
          Running <span className="tabular">({count})</span>
        </h2>
        {executions.length > SHOWN ? (
          <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${count}`}
          </Button>
        ) : null}
      </div>
      <ul className="max-h-56 overflow-y-auto">
        {shown.map((execution) => (
          <RunningRow key={execution.executionId} execution={execution} nowMs={nowMs} canCancel={canWrite} />
        ))}
      </ul>
    </section>
  );
}

/** The current time, updated every second, in milliseconds since 1970. */
function useSeconds(): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

interface RunningRowProps {
  execution: UnfinishedExecution;
  nowMs: number;
  canCancel: boolean;
}

function RunningRow({ execution, nowMs, canCancel }: RunningRowProps) {
  const { executionId, status, trigger, cancelRequested } = execution;
  const name = execution.workflowName ?? execution.workflowId;
  const queryClient = useQueryClient();
  const { id } = useWorkspace();
  const cancel = useMutation({
    mutationFn: () => client.call(cancelExecutionEndpoint, { params: { id: executionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspace', id, 'logs'] }),
  });
  const look = UNFINISHED_LOOK[status];
  const form = execution.waits.find(({ url }) => url !== null)?.url;
  const isCancelling = cancel.isPending || cancelRequested;
  return (
    <li className="tabular flex h-8 items-center gap-3 text-sm">
      <Status {...look} {...(isCancelling && { label: 'Cancelling' })} className="w-24 shrink-0" />
      <Link
        href={workflowPath(id, execution.workflowId)}
        className="min-w-0 flex-1 truncate font-medium hover:underline"
      >
        {name}
        {execution.tries === undefined ? null : (
          <span className="font-normal text-muted"> {tryWords(execution.tries)}</span>
        )}
      </Link>
      <span className="w-20 shrink-0 text-muted max-sm:hidden">{triggerDescriptions[trigger].label}</span>
      {form == null ? null : (
        <a href={form} target="_blank" rel="noreferrer" className="shrink-0 text-accent hover:underline">
          Open the form
        </a>
      )}
      <Link
        href={runPath(id, executionId)}
        title="Open the run"
        className="max-w-56 shrink-0 truncate text-right text-muted hover:text-ink hover:underline sm:min-w-44"
      >
        {waitsForWords(execution, nowMs) ?? serverWords(execution) ?? progressWords(execution, nowMs)}
      </Link>
      {canCancel ? (
        <IconButton
          label={`Cancel ${name}`}
          size="sm"
          disabled={isCancelling}
          onClick={() => cancel.mutate()}
        >
          <Square className="fill-current" />
        </IconButton>
      ) : null}
    </li>
  );
}
