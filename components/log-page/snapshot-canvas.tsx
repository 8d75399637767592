'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { LoadFailure } from '@/components/page/load-failure';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { LogDetail } from '@/lib/services/logs/schema';
import { createEditorStore } from '../editor/store/editor-store';
import { type RunState, spanOf } from '../editor/store/run-state';
import { StoreCanvas } from '../editor/versions/version-canvas';
import { executionQuery } from '../logs/log-queries';
import { SpanOutput } from '../logs/span-output';
import { msAt, shareAt } from '../logs/time-axis';
import { type PickedValue, ValueOrigin } from '../logs/value-origin';
import { axisOf } from '../logs/waterfall';
import { runAt, timedRun } from './run-at';
import { TimeSlider } from './time-slider';
import { usePlaying } from './use-playing';

/** The workflow as it ran, with the state of each block at a moment of the run. */
export function SnapshotCanvas({ log }: { log: LogDetail }) {
  const execution = useQuery(executionQuery(log.executionId));
  if (execution.isPending) return <SkeletonRows rows={6} className="m-4" />;
  if (execution.isError)
    return <LoadFailure error={execution.error} onRetry={() => execution.refetch()} className="m-4" />;
  const document = execution.data.workflowState as unknown as WorkflowDocument;
  return <Snapshot log={log} document={document} />;
}

function Snapshot({ log, document }: { log: LogDetail; document: WorkflowDocument }) {
  const store = useMemo(
    () =>
      createEditorStore({
        workflow: { id: log.workflowId, workspaceId: '', name: log.workflow.name, document },
        readOnly: true,
      }),
    [log, document],
  );
  const timed = useMemo(() => timedRun(log), [log]);
  const axis = useMemo(
    () =>
      axisOf(log.executionData.traceSpans, {
        startedAtMs: Date.parse(log.startedAt),
        totalMs: log.totalDurationMs,
      }),
    [log],
  );
  const { at, isPlaying, goTo, toggle } = usePlaying(1);
  const totalMs = msAt(axis, 1);
  const atMs = at >= 1 ? totalMs : msAt(axis, at);
  const run = useMemo(() => runAt(timed, atMs), [timed, atMs]);
  useEffect(() => store.setState({ run }), [store, run]);
  const openId = useStore(store, (state) => state.openBlockId);
  const before = timed.moments.findLast((ms) => ms < atMs);
  const after = timed.moments.find((ms) => ms > atMs);
  const toMoment = (ms: number | undefined) => (ms === undefined ? null : () => goTo(shareAt(axis, ms)));
  return (
    <>
      <TimeSlider
        at={at}
        atMs={atMs}
        totalMs={totalMs}
        isPlaying={isPlaying}
        onGoTo={goTo}
        onToggle={toggle}
        onBack={toMoment(before)}
        onForward={toMoment(after)}
      />
      <div className="h-[45vh] min-h-64 border-line border-b">
        <StoreCanvas
          store={store}
          label="Workflow as it ran"
          onBlock={(id) => store.setState({ openBlockId: id })}
        />
      </div>
      <BlockThen
        run={run}
        document={document}
        openId={openId}
        log={log}
        onOpen={(id) => store.setState({ openBlockId: id })}
      />
    </>
  );
}

interface BlockThenProps {
  run: RunState;
  document: WorkflowDocument;
  openId: string | null;
  log: LogDetail;
  onOpen: (id: string) => void;
}

/** Data of the chosen block at that moment; the block can also be chosen by keyboard. */
function BlockThen({ run, document, openId, log, onOpen }: BlockThenProps) {
  const [picked, setPicked] = useState<(PickedValue & { blockId: string }) | null>(null);
  const chosen = openId === null ? undefined : document.blocks[openId];
  const blockRun = chosen && run.blocks[chosen.id];
  const span = spanOf(blockRun);
  return (
    <section aria-label="Block at that moment" className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <label className="flex items-center gap-2">
          <span className="text-muted text-xs">Block</span>
          <select
            value={chosen?.id ?? ''}
            onChange={(event) => onOpen(event.target.value)}
            className="h-8 max-w-60 rounded-md border border-line-strong bg-surface px-2 text-sm"
          >
            <option value="" disabled>
              Choose one
            </option>
            {Object.values(document.blocks).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {chosen === undefined ? null : blockRun === undefined ? (
          <span className="text-muted">Not started yet</span>
        ) : (
          <Status kind={blockRun.status} />
        )}
      </div>
      {span === null ? null : (
        <div className="grid gap-4 lg:grid-cols-2">
          {(['input', 'output'] as const).map((side) => (
            <div key={side} className="min-w-0">
              <p className="mb-1.5 font-medium text-muted text-xs">
                {side === 'input' ? 'Received' : 'Returned'}
              </p>
              <SpanOutput
                key={span.id}
                label={side === 'input' ? 'what it received' : 'what it returned'}
                value={span[side] ?? null}
                logId={log.id}
                maxHeight="18rem"
                pickLabel={side === 'input' ? 'Where it comes from' : 'Where it went'}
                onPick={(path) => setPicked({ side, path, blockId: span.blockId })}
              />
              {picked?.side === side && picked.blockId === span.blockId ? (
                <div className="mt-2">
                  <ValueOrigin
                    span={span}
                    picked={picked}
                    executionId={log.executionId}
                    spans={log.executionData.traceSpans}
                    onShow={({ blockId }) => onOpen(blockId)}
                    onClose={() => setPicked(null)}
                  />
                </div>
              ) : null}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
