import { selectedIds } from '../document/flow-elements';
import type { EditorStore } from '../store/editor-store';
import { selectOnly } from '../store/selection-actions';

/** Returns the focused connection, which keys apply to, whatever is selected. */
export function focusedEdge(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
}

export function focusedBlock(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
}

/**
 * Selects the focused block if nothing is selected, because Tab focuses a block without selecting it. Keys
 * that apply to connections use the focused connection, and no block with it.
 */
export function selectFocused(store: EditorStore, target: EventTarget | null = document.activeElement): void {
  const id = focusedBlock(target);
  const { nodes, edges, document: edited } = store.getState();
  if (id === undefined || edited.blocks[id] === undefined) return;
  if (selectedIds(nodes).size + selectedIds(edges).size > 0) return;
  selectOnly(store, [id]);
}
