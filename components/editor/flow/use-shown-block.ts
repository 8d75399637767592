'use client';

import { useStoreApi } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { useEditor, useEditorStore } from '../store/editor-context';
import { failedBlock, isActive } from '../store/run-state';
import { openPanel } from './focus-block';
import { type Flow, revealInViewport } from './view-moves';

/**
 * Keeps the open block, else the one that failed in a run started here, in sight when the panel or the
 * run's result is opened over its place.
 */
export function useShownBlock(flow: Flow): void {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const hasRun = useHasRun();
  const blockId = useEditor((state) => state.openBlockId ?? (hasRun ? failedBlock(state.run) : null));
  const layout = useEditor((state) => (state.runPanelOpen && !isActive(state.run) ? 'result' : 'canvas'));
  useEffect(() => {
    if (blockId === null || layout === undefined) return;
    let frame = 0;
    // Runs after the canvas has its new size.
    const show = () => {
      frame = requestAnimationFrame(() => revealInViewport(flow, blockId));
    };
    show();
    // The form's code may load later and take its space then; for other panels the view stays where it is.
    const isAwaited = store.getState().openBlockId !== null && openPanel() === null;
    const stop = flowStore.subscribe(({ width }, was) => {
      if (!isAwaited || width === was.width) return;
      stop();
      show();
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [store, flow, flowStore, blockId, layout]);
}

/** True once a run was active since the workflow was opened: a workflow opens at its start otherwise. */
function useHasRun(): boolean {
  const isRunning = useEditor((state) => isActive(state.run));
  const [hasRun, setHasRun] = useState(isRunning);
  if (isRunning && !hasRun) setHasRun(true);
  return hasRun;
}
