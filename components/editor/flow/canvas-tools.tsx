'use client';

import { useReactFlow, useStore } from '@xyflow/react';
import { LayoutDashboard, Maximize, Minus, Plus } from 'lucide-react';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { tidyUp } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { showEverything, zoomIn, zoomOut, zoomToFullSize } from './view-moves';

/** Zoom, fit and tidy, at the lower left. */
export function CanvasTools() {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const zoom = useStore((state) => Math.round(state.transform[2] * 100));
  const flow = useReactFlow();
  return (
    <div
      role="toolbar"
      aria-label="View"
      className={cn(
        'absolute bottom-3 left-3 z-10 flex items-center gap-0.5',
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
          'tabular h-8 min-w-11 rounded-md text-center text-muted text-xs hover:bg-hover hover:text-ink',
        )}
      >
        {zoom} %
      </button>
      <IconButton label="Zoom in" shortcut="+" side="top" onClick={() => zoomIn(flow)}>
        <Plus />
      </IconButton>
      <IconButton label="Zoom to fit" shortcut="1" side="top" onClick={() => showEverything(flow)}>
        <Maximize />
      </IconButton>
      {readOnly ? null : (
        <IconButton
          label="Tidy up the layout"
          shortcut="shift+l"
          side="top"
          onClick={() => {
            tidyUp(store);
            requestAnimationFrame(() => showEverything(flow));
          }}
        >
          <LayoutDashboard />
        </IconButton>
      )}
    </div>
  );
}
