'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, FileQuestion, Square } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { iterationNumbers } from '@/components/page/iteration-words';
import { LoadFailure } from '@/components/page/load-failure';
import { PageHeader } from '@/components/page/page-header';
import { logPagePath, logsPath, workflowPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import { ApiError, client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { cancelExecutionEndpoint } from '@/lib/services/runs/endpoints';
import type { ExecutionState } from '@/lib/services/runs/schema';
import { UNFINISHED_LOOK, waitsForWords } from '../logs/running-words';
import { workflowsQuery } from '../workflows/workflow-queries';
import { DoneSoFar } from './done-so-far';
import { executionStateQuery } from './unfinished-run-query';

/** A run that has not ended: its waits and its finished blocks. Its log replaces this page. */
export function UnfinishedRun({ executionId }: { executionId: string }) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const state = useQuery(executionStateQuery(executionId));
  const { data: workflows } = useQuery(workflowsQuery(workspaceId));
  const logId = state.data?.logId ?? null;
  useEffect(() => {
    if (logId !== null) router.replace(logPagePath(workspaceId, logId));
  }, [logId, router, workspaceId]);
  const isMissing = state.error instanceof ApiError && state.error.status === 404;
  const workflow = workflows?.find(({ id }) => id === state.data?.workflowId);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-1.5">
            <Link href={logsPath(workspaceId)} className="font-normal text-muted hover:text-ink">
              Logs
            </Link>
            <span aria-hidden className="text-faint">
              /
            </span>
            <span className="min-w-0 truncate">{workflow?.name ?? 'Run'}</span>
          </span>
        }
        actions={state.data && logId === null ? <CancelButton state={state.data} /> : null}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isMissing ? (
          <EmptyState icon={FileQuestion} title="Run not found">
            It was deleted, or it belongs to a workspace you are not a member of.
          </EmptyState>
        ) : state.isError && !state.data ? (
          <LoadFailure error={state.error} onRetry={() => state.refetch()} className="m-4" />
        ) : state.data === undefined || logId !== null ? (
          <SkeletonRows rows={10} className="m-4" />
        ) : (
          <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 md:p-6">
            <Facts state={state.data} workflowName={workflow?.name} />
            {state.data.waits.length > 0 ? <Waits waits={state.data.waits} /> : null}
            <DoneSoFar executionId={executionId} startedAt={state.data.startedAt} />
          </div>
        )}
      </div>
    </div>
  );
}

function CancelButton({ state }: { state: ExecutionState }) {
  const { canWrite } = useWorkspace();
  const queryClient = useQueryClient();
  const { executionId, cancelRequested } = state;
  const cancel = useMutation({
    mutationFn: () => client.call(cancelExecutionEndpoint, { params: { id: executionId } }),
    onSuccess: () => queryClient.invalidateQueries(executionStateQuery(executionId)),
  });
  if (!canWrite) return null;
  return (
    <Button size="sm" busy={cancel.isPending || cancelRequested} onClick={() => cancel.mutate()}>
      <Square aria-hidden className="fill-current" />
      Cancel run
    </Button>
  );
}

interface FactsProps {
  state: ExecutionState;
  workflowName: string | undefined;
}

function Facts({ state, workflowName }: FactsProps) {
  const { id: workspaceId } = useWorkspace();
  const { status, startedAt, workflowId, executionId } = state;
  const look = status === 'success' || status === 'error' ? UNFINISHED_LOOK.running : UNFINISHED_LOOK[status];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-4">
      <Fact name="Status">
        <Status {...look} />
      </Fact>
      <Fact name="Started">
        {startedAt === null ? (
          (waitsForWords(state, serverNow()) ?? 'Not yet')
        ) : (
          <RelativeTime at={startedAt} />
        )}
      </Fact>
      <Fact name="Workflow">
        <Link href={workflowPath(workspaceId, workflowId)} className="text-accent hover:underline">
          {workflowName ?? 'Open in the editor'}
        </Link>
      </Fact>
      <Fact name="Execution ID">
        <span className="font-mono text-xs">{executionId}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="tabular truncate">{children}</dd>
    </div>
  );
}

function Waits({ waits }: Pick<ExecutionState, 'waits'>) {
  return (
    <section aria-label="Waiting for" className="rounded-lg border border-line bg-surface">
      <h2 className="border-line border-b px-4 py-2 font-medium text-sm">Waiting for</h2>
      <ul>
        {waits.map(({ blockId, iteration, dueAt, url }) => (
          <li
            key={`${blockId} ${iteration}`}
            className={cn(
              'flex flex-wrap items-center gap-3 px-4 py-2 text-sm',
              'not-first:border-line not-first:border-t',
            )}
          >
            <span className="min-w-0 flex-1 truncate">
              {url === null ? 'A time' : 'An answer'}
              {iteration === undefined ? null : (
                <span className="text-muted"> {iterationNumbers(iteration)}</span>
              )}
            </span>
            {dueAt === null ? null : (
              <span className="text-muted">
                {url === null ? 'continues' : 'expires'} <RelativeTime at={dueAt} />
              </span>
            )}
            {url === null ? null : (
              <Button asChild size="sm" variant="primary">
                <a href={url} target="_blank" rel="noreferrer">
                  Open the form
                  <ArrowUpRight aria-hidden />
                </a>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
