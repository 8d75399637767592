import type { CanvasColour } from '@/lib/core/blocks/canvas-colour';
import { BlockGroup } from '@/lib/core/workflow/schema';
import { moveBlocks } from '../document/edit-blocks';
import { selectedIds } from '../document/flow-elements';
import { makeRoomForFrames, placeInside } from '../document/frames';
import type { Point } from '../document/geometry';
import { changeGroup, groupBlocks, refuseGroup, removeGroup } from '../document/groups';
import type { Refusal } from './block-actions';
import { commitDocument, type EditorStore } from './editor-store';
import { selectOnly } from './selection-actions';

/** Groups the selected blocks; the title's field opens immediately. */
export function groupSelection(store: EditorStore): Refusal {
  const { document, nodes } = store.getState();
  const ids = selectedIds(nodes);
  const refusal = refuseGroup(document, ids);
  if (refusal !== null) return refusal;
  const title = `Group ${(document.groups?.length ?? 0) + 1}`;
  const grouped = groupBlocks(document, ids, title);
  commitDocument(store, grouped.document, { label: 'Group' });
  store.setState({ namedGroup: grouped.groupId });
  return null;
}

/** Removes the groups of selected blocks, which stay. @returns the number of removed groups */
export function ungroupSelection(store: EditorStore): number {
  const { document, nodes } = store.getState();
  const ids = selectedIds(nodes);
  const found = (document.groups ?? []).filter(({ blockIds }) => blockIds.some((id) => ids.has(id)));
  const without = found.reduce((after, { id }) => removeGroup(after, id), document);
  commitDocument(store, without, { label: 'Ungroup' });
  return found.length;
}

export function ungroup(store: EditorStore, groupId: string): void {
  commitDocument(store, removeGroup(store.getState().document, groupId), { label: 'Ungroup' });
}

export function renameGroup(store: EditorStore, groupId: string, title: string): Refusal {
  const named = BlockGroup.shape.title.safeParse(title);
  if (!named.success) return named.error.issues[0]?.message ?? 'Enter a title.';
  const { document } = store.getState();
  commitDocument(store, changeGroup(document, groupId, { title: named.data }), { label: 'Rename group' });
  return null;
}

export function colourGroup(store: EditorStore, groupId: string, colour: CanvasColour): void {
  commitDocument(store, changeGroup(store.getState().document, groupId, { colour }), {
    label: 'Colour group',
  });
}

export function selectGroup(store: EditorStore, groupId: string): readonly string[] {
  const group = store.getState().document.groups?.find(({ id }) => id === groupId);
  if (group !== undefined) selectOnly(store, group.blockIds);
  return group?.blockIds ?? [];
}

/** Shows blocks that are dragged together at this offset from their places in the document. */
export function showMoved(store: EditorStore, ids: ReadonlySet<string>, { x, y }: Point): void {
  store.setState(({ nodes, document }) => ({
    nodes: nodes.map((node) => {
      const from = ids.has(node.id) ? document.blocks[node.id]?.position : undefined;
      return from === undefined ? node : { ...node, position: { x: from.x + x, y: from.y + y } };
    }),
  }));
}

/** Moves the blocks by this offset in the document. */
export function moveTogether(store: EditorStore, ids: ReadonlySet<string>, { x, y }: Point): void {
  const { document } = store.getState();
  const places = new Map<string, Point>();
  for (const id of ids) {
    const block = document.blocks[id];
    if (block === undefined) continue;
    const place = { x: block.position.x + x, y: block.position.y + y };
    places.set(id, block.parentId === undefined ? place : placeInside(place));
  }
  commitDocument(store, makeRoomForFrames(document, moveBlocks(document, places)), { label: 'Move group' });
}
