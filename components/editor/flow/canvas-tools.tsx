'use client';

import { useReactFlow, useStore } from '@xyflow/react';
import {
  LayoutDashboard,
  ListTree,
  Lock,
  LockOpen,
  Map as MapIcon,
  Maximize,
  Minus,
  Plus,
  Redo2,
  SquareDashedMousePointer,
  Undo2,
} from 'lucide-react';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { lockCanvas } from '../store/canvas-lock';
import { useEditor, useEditorStore } from '../store/editor-context';
import { redo, undo } from '../store/history-actions';
import { tidyUp } from '../store/layout-actions';
import { MAP_FROM_BLOCKS, showMap, useMapShown } from './map-shown';
import { showEverything, zoomIn, zoomOut, zoomToFullSize } from './view-moves';

/** Buttons at the lower left to zoom, fit, select and tidy; on a narrow screen those that stay in one row. */
export function CanvasTools() {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const asList = useEditor((state) => state.asList);
  const selects = useEditor((state) => state.dragSelects);
  const locked = useEditor((state) => state.locked);
  const zoom = useStore(({ transform }) => percentOf(transform[2]));
  const flow = useReactFlow();
  return (
    <div
      role="toolbar"
      aria-label="View"
      className={cn(
        'absolute bottom-3 left-3 z-10 flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-0.5',
        'rounded-lg border border-line bg-surface p-0.5 shadow-lift',
      )}
    >
      <IconButton label="Zoom out" shortcut="-" side="top" onClick={() => zoomOut(flow)}>
        <Minus />
      </IconButton>
      <button
        type="button"
        aria-label={`Zoom is ${zoom} %. Show at 100 %`}
        onClick={() => zoomToFullSize(flow)}
        className={cn(
          'tabular h-8 min-w-11 rounded-md text-center text-muted text-xs hover:bg-hover hover:text-ink max-sm:hidden',
        )}
      >
        {zoom} %
      </button>
      <IconButton label="Zoom in" shortcut="+" side="top" onClick={() => zoomIn(flow)}>
        <Plus />
      </IconButton>
      <IconButton
        label="Zoom to fit"
        shortcut="1"
        side="top"
        onClick={() => showEverything(flow, store.getState())}
      >
        <Maximize />
      </IconButton>
      <IconButton
        label="Show as a list"
        shortcut="o"
        side="top"
        aria-pressed={asList}
        className={cn(asList && 'bg-accent-soft text-accent')}
        onClick={() => store.setState({ asList: !asList })}
      >
        <ListTree />
      </IconButton>
      <IconButton
        label="Select by dragging"
        shortcut="v"
        side="top"
        aria-pressed={selects}
        className={cn('max-sm:hidden', selects && 'bg-accent-soft text-accent')}
        onClick={() => store.setState({ dragSelects: !selects })}
      >
        <SquareDashedMousePointer />
      </IconButton>
      <MapButton />
      {readOnly ? null : (
        <IconButton
          label="Lock the canvas"
          side="top"
          aria-pressed={locked}
          className={cn(locked && 'bg-accent-soft text-accent')}
          onClick={() => lockCanvas(store, !locked)}
        >
          {locked ? <Lock /> : <LockOpen />}
        </IconButton>
      )}
      {readOnly ? null : (
        <IconButton
          label="Tidy up the layout"
          shortcut="shift+l"
          side="top"
          onClick={() => {
            if (tidyUp(store) !== 'selection')
              requestAnimationFrame(() => showEverything(flow, store.getState()));
          }}
        >
          <LayoutDashboard />
        </IconButton>
      )}
      {readOnly ? null : <HistoryButtons />}
    </div>
  );
}

/** Toggles the map, if there is room for it and the workflow is large enough. */
function MapButton() {
  const isLarge = useEditor((state) => state.nodes.length >= MAP_FROM_BLOCKS);
  const isShown = useMapShown();
  if (!isLarge) return null;
  return (
    <IconButton
      label="Show the map"
      shortcut="m"
      side="top"
      aria-pressed={isShown}
      className={cn('max-md:hidden', isShown && 'bg-accent-soft text-accent')}
      onClick={() => showMap(!isShown)}
    >
      <MapIcon />
    </IconButton>
  );
}

/** Undo and redo on narrow screens, where the bar above has no room for them. */
function HistoryButtons() {
  const store = useEditorStore();
  const canUndo = useEditor((state) => state.history.past.length > 0);
  const canRedo = useEditor((state) => state.history.future.length > 0);
  return (
    <div className="flex gap-0.5 sm:hidden">
      <IconButton label="Undo" side="top" disabled={!canUndo} onClick={() => undo(store)}>
        <Undo2 />
      </IconButton>
      <IconButton label="Redo" side="top" disabled={!canRedo} onClick={() => redo(store)}>
        <Redo2 />
      </IconButton>
    </div>
  );
}

/** Returns the zoom in percent, with decimals when far out, so that it isn't shown as 0. */
function percentOf(zoom: number): number {
  const percent = zoom * 100;
  return percent >= 1 ? Math.round(percent) : Number(percent.toPrecision(1));
}
