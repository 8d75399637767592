import { countOf } from '../../ui/format-quantity';
import { setSize } from '../document/edit-blocks';
import { selectedIds } from '../document/flow-elements';
import { makeRoomForFrames, outermost, withMembers } from '../document/frames';
import type { Point, Size } from '../document/geometry';
import { containerAround, moveInto, refuseMoveInto } from '../document/move-into';
import type { Refusal } from './block-actions';
import { commitDocument, type EditorStore, showCollapsed } from './editor-store';
import { openBlock, selectOnly } from './selection-actions';

/** A description of the change, if it needs one; or the reason of a refusal. */
export type MoveAnswer = { refusal: string } | { done: string | null };

/**
 * Puts blocks into a container or out of all (undefined), in one undoable step; `places` as in `moveInto`.
 * Connections that would cross a border are removed, which the description mentions.
 */
export function moveBlocksInto(
  store: EditorStore,
  ids: ReadonlySet<string>,
  containerId: string | undefined,
  places?: ReadonlyMap<string, Point>,
): MoveAnswer {
  const { document } = store.getState();
  const refusal: Refusal = refuseMoveInto(document, ids, containerId);
  if (refusal !== null) return { refusal };
  const outer = outermost(document, ids);
  const entering = outer.filter((id) => document.blocks[id]?.parentId !== containerId);
  const moved = moveInto(document, ids, containerId, places);
  const [first, ...others] = entering;
  const left = containerAround(document, new Set(entering))?.from.name;
  const what =
    others.length === 0 ? `“${document.blocks[first ?? '']?.name}”` : countOf(entering.length, 'block');
  const container = containerId === undefined ? undefined : document.blocks[containerId]?.name;
  const words =
    container === undefined ? `Took ${what} out of “${left}”` : `Moved ${what} into “${container}”`;
  commitDocument(store, moved.document, {
    label: first === undefined ? 'Move' : container === undefined ? 'Take out' : 'Move into',
  });
  if (first === undefined) return { done: null };
  const lost = moved.dropped.length;
  return { done: lost === 0 ? words : `${words}; removed ${countOf(lost, 'connection')} across its border` };
}

/** Moves the selected blocks into the container around their own, else out of all. */
export function takeSelectionOut(store: EditorStore): MoveAnswer {
  const { document, nodes } = store.getState();
  const ids = selectedIds(nodes);
  const around = containerAround(document, ids);
  return around === null ? { done: null } : moveBlocksInto(store, ids, around.to);
}

export function resizeFrame(store: EditorStore, blockId: string, size: Size | undefined): void {
  const { document } = store.getState();
  const resized = setSize(document, blockId, size);
  commitDocument(store, makeRoomForFrames(document, resized), { label: 'Resize' });
}

/** Toggles a container between one block and a frame with its members. */
export function toggleCollapsed(store: EditorStore, containerId: string): void {
  const { collapsed, document, nodes, openBlockId } = store.getState();
  const next = new Set(collapsed);
  const inside = withMembers(document, [containerId]);
  inside.delete(containerId);
  if (!next.delete(containerId)) {
    next.add(containerId);
    // Blocks that are no longer visible must not be changed by the next key.
    const selected = selectedIds(nodes);
    if ([...selected].some((id) => inside.has(id))) selectOnly(store, [containerId]);
    if (openBlockId !== null && inside.has(openBlockId)) openBlock(store, null);
  }
  showCollapsed(store, next);
}
