'use client';

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { copyBlocks, type PasteSpot, parseClip } from '../document/clipboard';
import { containerAt } from '../document/container-at';
import { type BlockEdge, type BlockNode, selectedIds } from '../document/flow-elements';
import { pointInside } from '../document/frames';
import type { Point } from '../document/geometry';
import type { InsertPlace } from '../document/insert-block';
import { centreOfView, type Flow } from '../flow/view-moves';
import { type FoundImporter, findImporter } from '../import/find-importer';
import { readImport } from '../import/read-import';
import { pasteClip, placeForPasted, removeSelection } from '../store/block-actions';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { selectFocused } from './focused-block';
import { isCanvasTarget } from './use-canvas-keys';

/**
 * Copies, cuts and pastes blocks by the browser's own events: they need no permission and work across tabs.
 */
export function useClipboard(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const { screenToFlowPosition } = flow;
  useEffect(() => {
    let pointer: Point | null = null;
    const follow = (event: PointerEvent) => {
      const isOver = event.target instanceof Element && event.target.closest('.workflow-canvas') !== null;
      pointer = isOver ? { x: event.clientX, y: event.clientY } : null;
    };
    const copy = (event: ClipboardEvent) => {
      const taken = hasCanvasFocus() && !hasTextSelection() && putOnClipboard(event, store);
      if (taken && event.type === 'cut') removeSelection(store);
    };
    const paste = (event: ClipboardEvent) => {
      if (!hasCanvasFocus() || store.getState().readOnly) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const clip = parseClip(text);
      const found = clip === null ? findImporter(text) : undefined;
      if (clip === null && found === undefined) return;
      event.preventDefault();
      const at = pointer === null ? undefined : screenToFlowPosition(pointer);
      if (found !== undefined)
        importPasted(store, found, text, placeForPasted(store, centreOfView(flow), at));
      if (clip === null) return;
      const spot = at === undefined ? undefined : spotAt(store, at);
      for (const words of new Set(pasteClip(store, clip, spot === undefined ? {} : { at: spot })))
        toast.warning(words);
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
  }, [store, flow, screenToFlowPosition]);
}

/** Returns the pointer's position, in the container there. */
function spotAt(store: EditorStore, at: Point): PasteSpot {
  const { document, collapsed } = store.getState();
  const parentId = containerAt(document, at, { closed: collapsed });
  return { point: pointInside(document, parentId, at), parentId };
}

/** Imports a pasted text; one with several requests opens the dialog to choose one. */
function importPasted(store: EditorStore, found: FoundImporter, text: string, place: InsertPlace): void {
  if (found.importer.choices === undefined) void readImport(store, found, { text }, { place });
  else store.setState({ importTarget: { place, text } });
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
