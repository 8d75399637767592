'use client';

import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { countOf } from '../../ui/format-quantity';
import { keyOf } from '../../ui/key-combo';
import { GRID_PX } from '../document/block-size';
import { type BlockEdge, type BlockNode, selectedIds } from '../document/flow-elements';
import { withMembers } from '../document/frames';
import { focusBlock, focusCanvas, focusEdge, focusPanel } from '../flow/focus-block';
import { type Flow, revealInViewport } from '../flow/view-moves';
import { duplicateSelection, nudgeSelection, removeSelection } from '../store/block-actions';
import { refuseLocked } from '../store/canvas-lock';
import { selectEdge } from '../store/edge-actions';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import {
  type Direction,
  neighbourOf,
  openBlock,
  selectAll,
  selectOnly,
  stepOut,
} from '../store/selection-actions';
import { focusedBlock, focusedEdge, selectFocused } from './focused-block';

const ARROWS: Record<string, { direction: Direction; dx: number; dy: number }> = {
  ArrowLeft: { direction: 'left', dx: -1, dy: 0 },
  ArrowRight: { direction: 'right', dx: 1, dy: 0 },
  ArrowUp: { direction: 'up', dx: 0, dy: -1 },
  ArrowDown: { direction: 'down', dx: 0, dy: 1 },
};
const COARSE = 4;

/** Handles keys that apply to the canvas only; buttons, fields and menus keep theirs. */
export function useCanvasKeys(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isForCanvas(event)) return;
      if (act(event, store, flow)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store, flow]);
}

/** Returns true if the key was handled by the canvas. */
function act(event: KeyboardEvent, store: EditorStore, flow: Flow): boolean {
  const isMod = event.metaKey || event.ctrlKey;
  const arrow = ARROWS[event.key];
  if (arrow !== undefined && !isMod) return moveOrSelect(event, arrow, store, flow);
  if (isMod) return actOnMod(event, store);
  switch (keyOf(event)) {
    case 'Enter':
      return openSelected(event, store);
    case 'Delete':
    case 'Backspace':
      return isOnCanvas(event.target) && deleteSelected(event, store);
    case 'n':
      return isOnCanvas(event.target) && focusNextConnection(event, store);
    case 'Escape':
      return leaveInnermost(store);
    default:
      return false;
  }
}

/** Closes the innermost panel and moves the focus to its block, so that the next key has a target. */
function leaveInnermost(store: EditorStore): boolean {
  const { openBlockId } = store.getState();
  const isLeft = stepOut(store);
  if (isLeft && openBlockId !== null) focusBlock(openBlockId);
  return isLeft;
}

/** Moves the focus from a block to each of its outgoing connections in turn, and back to the block. */
function focusNextConnection({ target }: KeyboardEvent, store: EditorStore): boolean {
  const { edges } = store.getState().document;
  const edgeId = focusedEdge(target);
  const blockId = edges.find(({ id }) => id === edgeId)?.source ?? focusedBlock(target);
  if (blockId === undefined) return false;
  const leading = edges.filter(({ source }) => source === blockId);
  const next = leading[leading.findIndex(({ id }) => id === edgeId) + 1];
  if (next === undefined || !focusEdge(next.id)) focusBlock(blockId);
  return true;
}

function deleteSelected({ target }: KeyboardEvent, store: EditorStore): boolean {
  if (store.getState().readOnly) return false;
  if (refuseLocked(store)) return true;
  const edgeId = focusedEdge(target);
  if (edgeId !== undefined) selectEdge(store, edgeId);
  else selectFocused(store, target);
  const { document: before, nodes } = store.getState();
  const blocks = withMembers(before, selectedIds(nodes)).size;
  const count = removeSelection(store);
  if (count === 0) return false;
  // The focused element no longer exists.
  focusCanvas();
  sayChange(
    store,
    blocks === 0 ? `Deleted ${countOf(count, 'connection')}` : `Deleted ${countOf(blocks, 'block')}`,
  );
  return true;
}

function actOnMod(event: KeyboardEvent, store: EditorStore): boolean {
  const key = keyOf(event);
  if (key === 'a') {
    selectAll(store);
    return true;
  }
  if (key !== 'd' || store.getState().readOnly) return false;
  selectFocused(store, event.target);
  for (const words of new Set(duplicateSelection(store))) toast.warning(words);
  return true;
}

function moveOrSelect(
  event: KeyboardEvent,
  { direction, dx, dy }: { direction: Direction; dx: number; dy: number },
  store: EditorStore,
  flow: Flow,
): boolean {
  selectFocused(store, event.target);
  if (event.altKey) {
    if (refuseLocked(store)) return true;
    const step = (event.shiftKey ? COARSE * GRID_PX : GRID_PX) / 2;
    nudgeSelection(store, dx * step, dy * step);
    return true;
  }
  const id = neighbourOf(store, direction);
  if (id === null) return true;
  const keeps = event.shiftKey ? selectedIds(store.getState().nodes) : [];
  selectOnly(store, [...keeps, id]);
  if (store.getState().openBlockId !== null) openBlock(store, id, store.getState().panelTab);
  focusBlock(id);
  revealInViewport(flow, id);
  return true;
}

/**
 * Opens the selected block; a focused one that isn't selected is selected first, so that Tab and Enter work
 * without a mouse.
 */
function openSelected(event: KeyboardEvent, store: EditorStore): boolean {
  const edgeId = focusedEdge(event.target);
  if (edgeId !== undefined) {
    selectEdge(store, edgeId);
    return true;
  }
  const id = focusedBlock(event.target) ?? [...selectedIds(store.getState().nodes)][0];
  if (id === undefined) return false;
  selectOnly(store, [id]);
  openBlock(store, id);
  focusPanel();
  return true;
}

/**
 * True if the canvas has the focus: only then keys without a modifier change blocks, never in a field.
 */
export function isOnCanvas(target: EventTarget | null): boolean {
  return isCanvasTarget(target) && (target as Element).closest('.workflow-canvas') !== null;
}

/**
 * True if the key is for the canvas: no element that handles keys itself has the focus. A button of the
 * canvas handles only those without a modifier.
 */
function isForCanvas({ target, metaKey, ctrlKey }: KeyboardEvent): boolean {
  if (isCanvasTarget(target)) return true;
  const button = (metaKey || ctrlKey) && target instanceof Element ? target.closest('button') : null;
  return button !== null && button.closest('.workflow-canvas') !== null;
}

const LAYERS = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=tree]';

/** True outside texts and overlays: both have a search of their own. */
export function isOutsideTexts(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(`input,textarea,select,[contenteditable=true],${LAYERS}`) === null;
}

export function isCanvasTarget(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest(LAYERS) !== null) return false;
  const taker = target.closest('input,textarea,select,button,a,[contenteditable=true],[role=toolbar]');
  return taker === null && (target === document.body || target.closest('.workflow-canvas, main') !== null);
}
