import { type Alignment, type Axis, align, distribute } from '../document/align';
import { layOut, layOutSome } from '../document/auto-layout';
import { selectedIds } from '../document/flow-elements';
import { outermost } from '../document/frames';
import { refuseLocked } from './canvas-lock';
import { commitDocument, type EditorState, type EditorStore } from './editor-store';

const measuredHeights = ({ nodes }: EditorState): Map<string, number> =>
  new Map(nodes.flatMap(({ id, measured }) => (measured?.height ? [[id, measured.height] as const] : [])));

/** Lays out all blocks, or several selected ones. @returns those moved; null if none, as on a locked canvas */
export function tidyUp(store: EditorStore): 'all' | 'selection' | null {
  if (refuseLocked(store)) return null;
  const state = store.getState();
  const { document, nodes } = state;
  const selected = selectedIds(nodes);
  const isSome = outermost(document, selected).length > 1 && selected.size < nodes.length;
  const heights = measuredHeights(state);
  const tidy = isSome ? layOutSome(document, selected, heights) : layOut(document, heights);
  commitDocument(store, tidy, { label: isSome ? 'Tidy up the selection' : 'Tidy up' });
  if (store.getState().document === document) return null;
  return isSome ? 'selection' : 'all';
}

export function alignSelection(store: EditorStore, by: Alignment): void {
  if (refuseLocked(store)) return;
  const { document, nodes } = store.getState();
  commitDocument(store, align(document, selectedIds(nodes), by), { label: 'Align' });
}

export function distributeSelection(store: EditorStore, axis: Axis): void {
  if (refuseLocked(store)) return;
  const { document, nodes } = store.getState();
  commitDocument(store, distribute(document, selectedIds(nodes), axis), { label: 'Distribute' });
}
