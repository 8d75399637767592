'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, X } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { adviceFor } from '../../page/error-advice';
import { logPath } from '../../page/paths';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { formatDuration } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { JsonView } from '../../ui/json-view';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { Status } from '../../ui/status';
import { roomFor } from '../../ui/view-room';
import { Elapsed } from '../flow/block-run-status';
import { useEditor, useEditorStore } from '../store/editor-context';
import { failedBlock, isActive, type RunState } from '../store/run-state';
import { revealBlock } from '../store/selection-actions';
import { IterationList } from './iteration-list';
import { LiveTexts } from './live-texts';
import { RunPicker } from './run-picker';
import { recentRunsQuery } from './run-queries';
import { WaitList } from './wait-list';

/** The run as a whole, at the foot of the canvas: how it stands, what came out, what went wrong. */
export function RunDrawer() {
  const store = useEditorStore();
  const run = useEditor((state) => state.run);
  const isOpen = useEditor((state) => state.runPanelOpen);
  const workspaceId = useEditor((state) => state.workspaceId);
  if (!isOpen || run.phase === 'idle') return null;
  return (
    <section
      aria-label="Run"
      className={cn(
        'flex max-h-[45%] shrink-0 animate-fade flex-col',
        'border-line border-t bg-surface max-md:max-h-[60%]',
      )}
    >
      <header className="flex h-10 shrink-0 items-center gap-3 pr-2 pl-4">
        <RunWord run={run} />
        <Duration run={run} />
        <span className="flex-1" />
        <RunPicker />
        {run.phase === 'finished' && run.logId ? (
          <Button asChild variant="ghost" size="sm">
            <Link href={logPath(workspaceId, run.logId)}>
              Open its log
              <ArrowUpRight aria-hidden />
            </Link>
          </Button>
        ) : null}
        <IconButton label="Close" onClick={() => store.setState({ runPanelOpen: false })}>
          <X />
        </IconButton>
      </header>
      <RunBody run={run} />
    </section>
  );
}

function RunWord({ run }: { run: RunState }) {
  if (run.phase === 'failed') return <Status kind="error" label="Not started" />;
  if (run.phase === 'stopping') return <Status kind="running" label="Stopping…" />;
  if (run.phase === 'parked') return <Status kind="queued" label="Waiting" />;
  if (isActive(run))
    return <Status kind="running" label={run.phase === 'starting' ? 'Starting…' : 'Running…'} />;
  if (run.answer?.status === 'success') return <Status kind="success" />;
  return run.answer?.error?.code === 'CANCELLED' ? <Status kind="cancelled" /> : <Status kind="error" />;
}

/** Of a run that ended, the time its log has: what saving and the way to the server took is no part of it. */
function Duration({ run }: { run: RunState }) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const { data: runs = [] } = useQuery(recentRunsQuery(workspaceId, workflowId));
  const logged = runs.find(({ id }) => id === run.logId);
  if (run.startedAtMs === null) return null;
  return (
    <span className="tabular flex items-center gap-3 text-muted text-xs">
      {run.endedAtMs === null ? (
        <Elapsed sinceMs={run.startedAtMs} />
      ) : logged === undefined ? null : (
        <>
          <span title="Time from start to end on the server, as recorded in the log.">
            {formatDuration(logged.totalDurationMs)}
          </span>
          <RelativeTime at={logged.startedAt} />
        </>
      )}
    </span>
  );
}

function RunBody({ run }: { run: RunState }) {
  if (run.failure !== null)
    return (
      <div className="overflow-y-auto px-4 pb-4">
        <Notice tone="danger" title="Couldn’t start the run">
          {run.failure}
        </Notice>
      </div>
    );
  if (run.phase === 'parked') return <WaitList waits={run.waits} />;
  if (run.answer === null)
    return (
      <>
        <LiveTexts run={run} />
        {run.inside.length === 0 ? null : (
          <div className="overflow-y-auto px-4 pb-4">
            <IterationList />
          </div>
        )}
      </>
    );
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 pb-4" style={roomFor('45dvh - 5rem')}>
      {run.answer.error === null ? null : <RunFailure run={run} error={run.answer.error} />}
      <IterationList />
      <JsonView value={run.answer.output} label="Final output" maxHeight="14rem" />
    </div>
  );
}

function RunFailure({
  run,
  error,
}: {
  run: RunState;
  error: NonNullable<NonNullable<RunState['answer']>['error']>;
}) {
  const store = useEditorStore();
  const blockId = failedBlock(run);
  const name = useEditor((state) => (blockId === null ? undefined : state.document.blocks[blockId]?.name));
  return (
    <Notice
      tone={error.code === 'CANCELLED' ? 'info' : 'danger'}
      title={error.message}
      action={
        blockId === null || name === undefined ? undefined : (
          <Button size="sm" onClick={() => revealBlock(store, blockId, 'last-run')}>
            Show “{name}”
          </Button>
        )
      }
    >
      <p>{adviceFor(error.code)}</p>
    </Notice>
  );
}
