import { selectedIds } from '../document/flow-elements';
import type { EditorStore } from '../store/editor-store';
import { selectOnly } from '../store/selection-actions';

/** A connection that has the focus means itself, whatever is selected. */
export function focusedEdge(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
}

export function focusedBlock(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
}

/**
 * Tab gives a block the focus without selecting it: while nothing is selected, keys mean that block. A
 * connection that has the focus is meant by the keys that know connections, and no block with it.
 */
export function selectFocused(store: EditorStore, target: EventTarget | null = document.activeElement): void {
  const id = focusedBlock(target);
  const { nodes, edges, document: edited } = store.getState();
  if (id === undefined || edited.blocks[id] === undefined) return;
  if (selectedIds(nodes).size + selectedIds(edges).size > 0) return;
  selectOnly(store, [id]);
}
