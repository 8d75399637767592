'use client';

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { copyBlocks } from '../document/clipboard';
import { type BlockEdge, type BlockNode, selectedIds } from '../document/flow-elements';
import type { Point } from '../document/geometry';
import { centreOfView, type Flow } from '../flow/view-moves';
import { takeFiles, takeText } from '../import/take-text';
import { removeSelection } from '../store/block-actions';
import { refuseLocked } from '../store/canvas-lock';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { selectFocused } from './focused-block';
import { isCanvasTarget } from './use-canvas-keys';

const MIDDLE_BUTTON = 1;

/**
 * Copies, cuts and pastes blocks by the browser's own events: they need no permission and work across tabs.
 */
export function useClipboard(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const { screenToFlowPosition } = flow;
  useEffect(() => {
    let pointer: Point | null = null;
    // On Linux the middle button pastes, besides moving the view.
    let isByButton = false;
    const press = (event: Event) => {
      isByButton = event instanceof PointerEvent && event.button === MIDDLE_BUTTON;
    };
    const follow = (event: PointerEvent) => {
      const isOver = event.target instanceof Element && event.target.closest('.workflow-canvas') !== null;
      pointer = isOver ? { x: event.clientX, y: event.clientY } : null;
    };
    const copy = (event: ClipboardEvent) => {
      const taken = hasCanvasFocus() && !hasTextSelection() && putOnClipboard(event, store);
      if (taken && event.type === 'cut' && !refuseLocked(store)) removeSelection(store);
    };
    const paste = (event: ClipboardEvent) => {
      if (!hasCanvasFocus() || store.getState().readOnly) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const files = [...(event.clipboardData?.files ?? [])];
      if (text.trim() === '' && files.length === 0) return;
      event.preventDefault();
      if (isByButton) return;
      const at = pointer === null ? undefined : screenToFlowPosition(pointer);
      if (files.length === 0) takeText(store, text, centreOfView(flow), at);
      else void takeFiles(store, files, centreOfView(flow), at);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', press, true);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', press, true);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [store, flow, screenToFlowPosition]);
}

function putOnClipboard(event: ClipboardEvent, store: EditorStore): boolean {
  selectFocused(store);
  const { document, nodes } = store.getState();
  const ids = selectedIds(nodes);
  if (ids.size === 0 || event.clipboardData === null) return false;
  event.clipboardData.setData('text/plain', JSON.stringify(copyBlocks(document, ids), null, 2));
  event.preventDefault();
  return true;
}

/**
 * True if the canvas has the focus. Clipboard events go to the last text selection, which may be in a
 * closed field, so the focus decides.
 */
function hasCanvasFocus(): boolean {
  return isCanvasTarget(document.activeElement);
}

function hasTextSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
