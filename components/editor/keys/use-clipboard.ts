'use client';

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { copyBlocks, parseClip } from '../document/clipboard';
import type { Point } from '../document/edit-blocks';
import { selectedIds } from '../flow/flow-elements';
import { pasteClip, removeSelection } from '../store/block-actions';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { isForCanvas } from './use-canvas-keys';

/** Copy, cut and paste of blocks by the browser's own events: they need no permission and work across tabs. */
export function useClipboard(): void {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  useEffect(() => {
    let pointer: Point | null = null;
    const follow = (event: PointerEvent) => {
      const isOver = event.target instanceof Element && event.target.closest('.workflow-canvas') !== null;
      pointer = isOver ? { x: event.clientX, y: event.clientY } : null;
    };
    const copy = (event: ClipboardEvent) => {
      const taken = isForCanvas(event) && !hasTextSelection() && putOnClipboard(event, store);
      if (taken && event.type === 'cut') removeSelection(store);
    };
    const paste = (event: ClipboardEvent) => {
      if (!isForCanvas(event) || store.getState().readOnly) return;
      const clip = parseClip(event.clipboardData?.getData('text/plain') ?? '');
      if (clip === null) return;
      event.preventDefault();
      const at = pointer === null ? {} : { at: screenToFlowPosition(pointer) };
      for (const words of new Set(pasteClip(store, clip, at))) toast.warning(words);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [store, screenToFlowPosition]);
}

function putOnClipboard(event: ClipboardEvent, store: EditorStore): boolean {
  const { document, nodes } = store.getState();
  const ids = selectedIds(nodes);
  if (ids.size === 0 || event.clipboardData === null) return false;
  event.clipboardData.setData('text/plain', JSON.stringify(copyBlocks(document, ids), null, 2));
  event.preventDefault();
  return true;
}

function hasTextSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
