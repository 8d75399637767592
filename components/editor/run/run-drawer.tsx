'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from '@/components/ui/link';
import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import { logQuery } from '../../logs/log-queries';
import { UncheckedFailures } from '../../logs/run-outcome';
import { Advice, AdvicePlace } from '../../page/advice';
import { logPath } from '../../page/paths';
import { waitingWords } from '../../page/run-duration';
import { RunStatus } from '../../page/run-status';
import { Button } from '../../ui/button';
import { formatDuration } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { JsonView } from '../../ui/json-view';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SavedSize, type SizeRule, useSavedSize } from '../../ui/saved-size';
import { Status } from '../../ui/status';
import { useToastsAbove } from '../../ui/use-toasts-above';
import { roomFor } from '../../ui/view-room';
import { Elapsed } from '../flow/block-run-status';
import { CreateVariable, missingVariableOf } from '../references/create-variable';
import { useEditor, useEditorStore } from '../store/editor-context';
import { failedBlock, isActive, type RunState } from '../store/run-state';
import { revealBlock } from '../store/selection-actions';
import { earlierFailure } from './earlier-failure';
import { ExplainButton } from './explain-button';
import { IterationList } from './iteration-list';
import { LiveTexts } from './live-texts';
import { RunPicker } from './run-picker';
import { recentRunsQuery } from './run-queries';
import { WaitList } from './wait-list';

/** The maximum height; with less content the drawer is lower. */
const HEIGHT: SizeRule = {
  name: 'run',
  least: 120,
  most: () => window.innerHeight * 0.8,
  first: () => Math.min(320, window.innerHeight * 0.42),
};

/** Shows the run as a whole at the foot of the canvas: its state, output and errors. */
export function RunDrawer() {
  const store = useEditorStore();
  const run = useEditor((state) => state.run);
  const isOpen = useEditor((state) => state.runPanelOpen);
  if (!isOpen || run.phase === 'idle') return null;
  return <OpenDrawer run={run} onClose={() => store.setState({ runPanelOpen: false })} />;
}

function OpenDrawer({ run, onClose }: { run: RunState; onClose: () => void }) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const height = useSavedSize(HEIGHT);
  const drawer = useRef<HTMLElement>(null);
  useToastsAbove(drawer);
  return (
    <section
      ref={drawer}
      aria-label="Run"
      className="relative flex shrink-0 animate-fade flex-col border-line border-t bg-surface"
      style={{ maxHeight: height.px }}
    >
      <ResizeEdge size={height} label="Height of this panel" side="top" />
      <header className="flex h-10 shrink-0 items-center gap-3 pr-2 pl-4">
        <RunWord run={run} />
        <Duration run={run} />
        {run.reusesInput ? <LastInput /> : null}
        <span className="flex-1" />
        <RunPicker />
        {run.phase === 'finished' && run.logId ? (
          <Button asChild variant="ghost" size="sm">
            <Link href={logPath(workspaceId, run.logId)}>
              Open log
              <ArrowUpRight aria-hidden />
            </Link>
          </Button>
        ) : null}
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <RunBody run={run} height={height} />
    </section>
  );
}

/** States that the last input was used without asking, with a way to change it. */
function LastInput() {
  const store = useEditorStore();
  return (
    <span className="flex items-center gap-1 text-muted text-xs">
      Used the last input.
      <Button variant="ghost" size="sm" onClick={() => store.setState({ partToRun: {} })}>
        Change input…
      </Button>
    </span>
  );
}

function RunWord({ run }: { run: RunState }) {
  if (run.phase === 'failed') return <Status kind="error" label="Not started" />;
  if (run.phase === 'stopping') return <Status kind="running" label="Stopping…" />;
  if (run.phase === 'parked') return <Status kind="waiting" />;
  if (isActive(run))
    return <Status kind="running" label={run.phase === 'starting' ? 'Starting…' : 'Running…'} />;
  if (run.answer?.status === 'success')
    return <RunStatus status={uncheckedOf(run).length > 0 ? 'warning' : 'success'} />;
  return run.answer?.error?.code === 'CANCELLED' ? <Status kind="cancelled" /> : <Status kind="error" />;
}

/** Shows an ended run's duration from its log, which excludes saving and the way to the server. */
function Duration({ run }: { run: RunState }) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const { data: runs } = useQuery(recentRunsQuery(workspaceId, workflowId));
  const recent = runs?.find(({ id }) => id === run.logId);
  const logId = run.endedAtMs === null ? null : run.logId;
  const isOlder = logId !== null && runs !== undefined && recent === undefined;
  const { data: older } = useQuery({ ...logQuery(logId ?? ''), enabled: isOlder });
  const logged = recent ?? older;
  if (run.startedAtMs === null) return null;
  return (
    <span className="tabular flex items-center gap-3 text-muted text-xs">
      {run.endedAtMs === null ? (
        <Elapsed sinceMs={run.startedAtMs} />
      ) : logged === undefined ? null : (
        <>
          <span title="Time from start to end on the server, as recorded in the log.">
            {formatDuration(logged.totalDurationMs)}
            {logged.waitedMs === 0 ? '' : `: ${waitingWords(logged)}`}
          </span>
          <RelativeTime at={logged.startedAt} />
        </>
      )}
    </span>
  );
}

function RunBody({ run, height }: { run: RunState; height: SavedSize }) {
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
    <div
      className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 pb-4"
      style={roomFor(`${height.px}px - 4rem`)}
    >
      {run.answer.error === null ? (
        <RunWarnings run={run} />
      ) : (
        <RunFailure run={run} error={run.answer.error} />
      )}
      <IterationList />
      <JsonView value={run.answer.output} label="Final output" maxHeight="100dvh" />
    </div>
  );
}

/** Returns failures after which the run went on unnoticed; `inside` has those of containers. */
const uncheckedOf = ({ blocks, inside }: RunState): TraceSpan[] => [
  ...Object.values(blocks).flatMap((block) =>
    'span' in block && block.span.parentId === null ? ofBlock(block.span) : [],
  ),
  ...inside.flatMap(ofBlock),
];

/** The block itself, and the tools that it called. */
const ofBlock = (span: TraceSpan): TraceSpan[] =>
  [span, ...span.children.filter(isPart)].filter(({ unchecked }) => unchecked);

function RunWarnings({ run }: { run: RunState }) {
  const store = useEditorStore();
  return (
    <UncheckedFailures failures={uncheckedOf(run)} onShow={(id) => revealBlock(store, id, 'last-run')} />
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
  const earlier = earlierFailure(run);
  const blockId = earlier?.blockId ?? failedBlock(run);
  const name = useEditor((state) => (blockId === null ? undefined : state.document.blocks[blockId]?.name));
  return (
    <Notice
      tone={error.code === 'CANCELLED' ? 'info' : 'danger'}
      title={error.message}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <CreateVariable name={missingVariableOf(error)} />
          {error.code === 'CANCELLED' ? null : <ExplainButton blockId={null} />}
          {blockId === null || name === undefined ? null : (
            <Button size="sm" onClick={() => revealBlock(store, blockId, 'last-run')}>
              Show “{name}”
            </Button>
          )}
        </div>
      }
    >
      {earlier?.error ? (
        <p>
          “{earlier.name}” failed before: {earlier.error.message} <AdvicePlace code={earlier.error.code} />
        </p>
      ) : (
        <Advice code={error.code} />
      )}
    </Notice>
  );
}
