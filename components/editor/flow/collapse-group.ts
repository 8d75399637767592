import { selectedIds } from '../document/flow-elements';
import { withMembers } from '../document/frames';
import { type EditorStore, showCollapsed } from '../store/editor-store';
import { openBlock, selectOnly } from '../store/selection-actions';

/** Toggles a group between its title alone and its blocks. */
export function toggleGroup(store: EditorStore, groupId: string): void {
  const { collapsed, document, nodes, openBlockId } = store.getState();
  const group = document.groups?.find(({ id }) => id === groupId);
  if (group === undefined) return;
  const next = new Set(collapsed);
  if (!next.delete(groupId)) {
    next.add(groupId);
    const inside = withMembers(document, group.blockIds);
    // Blocks that are no longer visible must not be changed by the next key.
    if ([...selectedIds(nodes)].some((id) => inside.has(id))) selectOnly(store, []);
    if (openBlockId !== null && inside.has(openBlockId)) openBlock(store, null);
  }
  showCollapsed(store, next);
}
