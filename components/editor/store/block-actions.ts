import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { countOf } from '../../ui/format-quantity';
import { refuseBlockName } from '../document/block-names';
import { NODE_HEIGHT_PX, ROW_PX } from '../document/block-size';
import { type Clip, copyBlocks, outermostOf, type PasteSpot, pasteBlocks } from '../document/clipboard';
import { type Connection, refuseConnection } from '../document/connection-rules';
import { definitionOf, onwardPort, startsRuns } from '../document/definition-of';
import {
  moveBlocks,
  removeBlocks,
  removeEdges,
  renameBlock,
  setConfig,
  setConfigField,
  setEnabled,
} from '../document/edit-blocks';
import { selectedIds } from '../document/flow-elements';
import { makeRoomForFrames, outermost, placeInside, sizeOfBlock, withMembers } from '../document/frames';
import type { Point } from '../document/geometry';
import {
  besideBeginnings,
  freePoint,
  type InsertPlace,
  insertBlock,
  insertPoint,
  placeAtPoint,
  whyNotBlockType,
} from '../document/insert-block';
import { shortId } from '../document/short-id';
import { commitDocument, type EditorStore } from './editor-store';
import { beginBlock } from './leave-field';
import { openBlock, selectOnly } from './selection-actions';

/** The result of an action that can be refused: the reason for the user, or null. */
export type Refusal = string | null;

export function addBlock(store: EditorStore, type: string, place: InsertPlace): Refusal {
  const { document } = store.getState();
  const definition = definitionOf(type);
  if (definition === undefined) return `There is no “${type}” block here.`;
  const refusal = whyNotBlockType(document, definition, place);
  if (refusal !== null) return refusal;
  const inserted = insertBlock(document, definition, besideBeginnings(document, definition, place));
  commitDocument(store, inserted.document, { label: `Add ${definition.title}` });
  selectOnly(store, [inserted.blockId]);
  openBlock(store, inserted.blockId);
  beginBlock(store, inserted.blockId);
  return null;
}

/** Returns the place behind the one selected block if its first output is free, else at `centre`. */
export function placeForNewBlock(store: EditorStore, centre: Point): InsertPlace {
  const { document, nodes, collapsed } = store.getState();
  const [id, ...others] = selectedIds(nodes);
  const block = id === undefined || others.length > 0 ? undefined : document.blocks[id];
  const behind = freeOutputOf(document, block);
  return behind ?? { ...placeAtPoint(document, insertPoint(centre), collapsed), isFree: true };
}

/**
 * Like `placeForNewBlock`, but at the pointer if it is over the canvas. Requests pasted into a workflow
 * with only a trigger follow that trigger.
 */
export function placeForPasted(store: EditorStore, centre: Point, pointer: Point | undefined): InsertPlace {
  const place = placeForNewBlock(store, centre);
  if (place.kind !== 'point') return place;
  const { document, collapsed } = store.getState();
  const beginning = freeOutputOf(document, loneBeginning(document));
  if (beginning !== null) return beginning;
  return pointer === undefined ? place : placeAtPoint(document, insertPoint(pointer), collapsed);
}

/** Returns the first output of the block, unless a connection starts there. */
function freeOutputOf(document: WorkflowDocument, block: Block | undefined): InsertPlace | null {
  const out = block && onwardPort(block);
  if (block === undefined || out === undefined) return null;
  const isTaken = document.edges.some((edge) => edge.source === block.id && edge.sourceHandle === out.id);
  return isTaken ? null : { kind: 'output', blockId: block.id, handle: out.id };
}

/** Returns the trigger if there is nothing else but notes. */
function loneBeginning({ blocks }: WorkflowDocument): Block | undefined {
  const [only, ...others] = Object.values(blocks).filter(
    ({ type }) => definitionOf(type)?.note === undefined,
  );
  return others.length > 0 || !startsRuns(only?.type ?? '') ? undefined : only;
}

export function connect(store: EditorStore, connection: Connection): Refusal {
  const { document } = store.getState();
  const refusal = refuseConnection(document, connection);
  if (refusal !== null) return refusal;
  const edge = { id: shortId(), ...connection };
  commitDocument(store, { ...document, edges: [...document.edges, edge] }, { label: 'Connect' });
  return null;
}

/** Deletes the selection. @returns the number of deleted blocks, members included, and connections */
export function removeSelection(store: EditorStore): number {
  const { document, nodes, edges } = store.getState();
  const blockIds = selectedIds(nodes);
  const edgeIds = selectedIds(edges);
  const count = withMembers(document, blockIds).size + edgeIds.size;
  if (count === 0) return 0;
  const without = removeEdges(document, edgeIds);
  commitDocument(store, blockIds.size === 0 ? without : removeBlocks(without, blockIds), {
    label: blockIds.size === 0 ? 'Delete connection' : 'Delete',
  });
  return count;
}

export function removeEdge(store: EditorStore, edgeId: string): void {
  const { document } = store.getState();
  commitDocument(store, removeEdges(document, new Set([edgeId])), { label: 'Delete connection' });
}

export function pasteClip(
  store: EditorStore,
  clip: Clip,
  options: { at?: PasteSpot; label?: string } = {},
): string[] {
  const { document } = store.getState();
  const pasted = pasteBlocks(document, clip, options.at);
  if (pasted.ids.length > 0) {
    commitDocument(store, pasted.document, { label: options.label ?? 'Paste' });
    selectOnly(store, outermost(pasted.document, new Set(pasted.ids)));
  }
  return pasted.refused;
}

export function duplicateSelection(store: EditorStore): string[] {
  const { document, nodes } = store.getState();
  const clip = copyBlocks(document, selectedIds(nodes));
  if (clip.blocks.length === 0) return [];
  const outer = outermostOf(clip);
  // Pasted below the originals, so that none is covered.
  const left = Math.min(...outer.map((block) => block.position.x));
  const lowest = Math.max(...outer.map(({ id, position }) => position.y + sizeOfBlock(document, id).height));
  // Blocks of different containers were copied by their positions on the canvas.
  const parentId = outer[0]?.parentId;
  const size = outer.length === 1 ? sizeOfBlock(document, outer[0]!.id) : undefined;
  const point = freePoint(document, { x: left, y: lowest + ROW_PX - NODE_HEIGHT_PX }, { parentId, size });
  return pasteClip(store, clip, { at: { point, parentId }, label: 'Duplicate' });
}

export function nudgeSelection(store: EditorStore, dx: number, dy: number): void {
  const { document, nodes } = store.getState();
  const positions = new Map<string, Point>();
  for (const id of outermost(document, selectedIds(nodes))) {
    const block = document.blocks[id];
    if (block === undefined) continue;
    const moved = { x: block.position.x + dx, y: block.position.y + dy };
    positions.set(id, document.blocks[block.parentId ?? ''] === undefined ? moved : placeInside(moved));
  }
  const nudged = makeRoomForFrames(document, moveBlocks(document, positions));
  commitDocument(store, nudged, { label: 'Move', mergeKey: 'nudge' });
}

export function rename(store: EditorStore, blockId: string, name: string): Refusal {
  const { document } = store.getState();
  const trimmed = name.trim();
  const refusal = refuseBlockName(document, blockId, trimmed);
  if (refusal !== null) return refusal;
  commitDocument(store, renameBlock(document, blockId, trimmed), { label: 'Rename block' });
  return null;
}

export function setField(store: EditorStore, blockId: string, field: string, value: unknown): void {
  commitDocument(store, setConfigField(store.getState().document, blockId, field, value), {
    label: 'Edit block',
    mergeKey: `${blockId}.${field}`,
  });
}

/** Sets several fields in one step of its own. */
export function setFields(
  store: EditorStore,
  blockId: string,
  part: Readonly<Record<string, unknown>>,
  label = 'Edit block',
): void {
  commitDocument(store, setConfig(store.getState().document, blockId, part), { label });
}

/**
 * Disables the selected blocks if any of them is enabled, like a group of checkboxes. @returns a description
 * of the change; null if there is none
 */
export function toggleSelection(store: EditorStore): string | null {
  const { document, nodes, readOnly } = store.getState();
  const ids = [...selectedIds(nodes)].filter((id) => document.blocks[id] !== undefined);
  if (ids.length === 0 || readOnly) return null;
  const anyOn = ids.some((id) => document.blocks[id]?.enabled);
  commitDocument(store, setEnabled(document, new Set(ids), !anyOn), { label: anyOn ? 'Disable' : 'Enable' });
  const what = ids.length === 1 ? `“${document.blocks[ids[0]!]?.name}”` : countOf(ids.length, 'block');
  return `${anyOn ? 'Disabled' : 'Enabled'} ${what}`;
}
