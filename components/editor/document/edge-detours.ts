import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { groupedBy } from '@/lib/platform/grouped-by';
import { shapeOf } from './block-shape';
import { HANDLE_PX } from './block-size';
import { hiddenByGroups } from './collapsed-groups';
import { frameSizes, placeOnCanvas } from './frames';
import type { Bounds, Point } from './geometry';

/** Above this many blocks or connections, detours take too long, and lines are mostly seen from afar. */
export const DETOURS_UP_TO_BLOCKS = 200;
export const DETOURS_UP_TO_EDGES = 400;
/** The distance from a block at which a connection turns off to its lane, and back from it. */
export const DETOUR_ASIDE_PX = 20;
/** A lane shorter than this has no room for its corners. */
export const DETOUR_LEAST_PX = 20;
/** Distances from the passed block, one for each of several connections beside each other. */
const LANES_PX = [14, 22, 30];
/** The least distance of a line from a block; closer, it seems to touch it. */
const CLEAR_PX = 5;
const SAMPLES = 16;
/** The curvature of React Flow’s curves that lead back. */
const CURVATURE = 0.25;
/** The most lanes that are tried; a line to one further off would be hard to follow. */
const MOST_LANES = 60;

interface Box extends Bounds {
  id: string;
}

interface Ends {
  from: Point;
  to: Point;
}

const NO_DETOURS: ReadonlyMap<string, number> = new Map();
const NONE: ReadonlySet<string> = new Set();
type Detours = ReadonlyMap<string, number>;

/** Detours by the edges array, which stays the same object while blocks are edited. */
const known = new WeakMap<
  WorkflowDocument['edges'],
  Pick<WorkflowDocument, 'blocks' | 'groups'> & { collapsed: ReadonlySet<string>; found: Detours }
>();

/**
 * Returns connections that would run under blocks, by id, with the y coordinate of their lane. Computed for
 * documents, not while blocks are dragged. A connection without a free lane stays as it is.
 */
export function detoursOf(document: WorkflowDocument, collapsed: ReadonlySet<string> = NONE): Detours {
  const { blocks, edges, groups } = document;
  const last = known.get(edges);
  const sameInputs = last?.collapsed === collapsed && last.groups === groups;
  if (sameInputs && last.blocks === blocks) return last.found;
  const stays = sameInputs && sameLayout(last.blocks, blocks);
  const isLarge = edges.length > DETOURS_UP_TO_EDGES || Object.keys(blocks).length > DETOURS_UP_TO_BLOCKS;
  const found = isLarge ? NO_DETOURS : stays ? last.found : findDetours(document, collapsed);
  known.set(edges, { blocks, groups, collapsed, found });
  return found;
}

/** True if no block was moved or has another shape; then lanes are not computed again. */
function sameLayout(before: WorkflowDocument['blocks'], after: WorkflowDocument['blocks']): boolean {
  const ids = Object.keys(after);
  if (ids.length !== Object.keys(before).length) return false;
  return ids.every((id) => {
    const [was, is] = [before[id], after[id]];
    if (was === is) return true;
    return (
      was !== undefined &&
      is !== undefined &&
      was.position === is.position &&
      was.parentId === is.parentId &&
      was.size === is.size &&
      shapeOf(was) === shapeOf(is)
    );
  });
}

function findDetours(document: WorkflowDocument, collapsed: ReadonlySet<string>): Detours {
  const hidden = hiddenByGroups(document, collapsed);
  const boxes = boxesOf(document, collapsed);
  const found = new Map<string, number>();
  const taken: Array<{ y: number; left: number; right: number }> = [];
  for (const edge of document.edges) {
    if (hidden.has(edge.source) || hidden.has(edge.target)) continue;
    const ends = endsOf(document, edge, collapsed);
    const parentId = document.blocks[edge.source]?.parentId;
    if (ends === null || Math.abs(laneOf(ends).length) < DETOUR_LEAST_PX) continue;
    const inside = boxes.get(parentId) ?? [];
    // A connection that leads back also turns around under its own blocks.
    const others =
      laneOf(ends).length < 0 ? inside : inside.filter(({ id }) => id !== edge.source && id !== edge.target);
    if (!others.some((box) => isCrossed(ends, box))) continue;
    const { left, right } = laneOf(ends);
    const isFree = (y: number) =>
      !taken.some((one) => Math.abs(one.y - y) < 4 && one.left < right && left < one.right) &&
      others.every((box) => passes(ends, y, box));
    const y = lanesBy(ends, others).find(isFree);
    if (y === undefined) continue;
    found.set(edge.id, y);
    taken.push({ y, left, right });
  }
  return found;
}

/** Returns the drawn boxes of blocks, grouped by container. */
function boxesOf(document: WorkflowDocument, collapsed: ReadonlySet<string>): Map<string | undefined, Box[]> {
  const sizes = frameSizes(document);
  const hidden = hiddenByGroups(document, collapsed);
  const boxOf = (block: Block): Box => {
    const frame = collapsed.has(block.id) ? undefined : sizes.get(block.id);
    const { widthPx, heightPx } = shapeOf(block, frame);
    const { x: left, y: top } = placeOnCanvas(document, block.id);
    return { id: block.id, left, top, right: left + widthPx, bottom: top + heightPx };
  };
  const shown = Object.values(document.blocks).filter(({ id }) => !hidden.has(id));
  const groups = groupedBy(shown, ({ parentId }) => parentId);
  return new Map(Array.from(groups, ([parentId, blocks]) => [parentId, blocks.map(boxOf)]));
}

function endsOf(document: WorkflowDocument, edge: Edge, collapsed: ReadonlySet<string>): Ends | null {
  const from = dotOf(document, { blockId: edge.source, handle: edge.sourceHandle, collapsed });
  const to = dotOf(document, { blockId: edge.target, handle: edge.targetHandle, collapsed });
  return from === null || to === null ? null : { from, to };
}

/** Returns the middle of a handle on the canvas. */
function dotOf(
  document: WorkflowDocument,
  { blockId, handle, collapsed }: { blockId: string; handle: string; collapsed: ReadonlySet<string> },
): Point | null {
  const block = document.blocks[blockId];
  if (block === undefined) return null;
  const frame = collapsed.has(blockId) ? undefined : frameSizes(document).get(blockId);
  const dot = shapeOf(block, frame).handles.find(({ id }) => id === handle);
  if (dot === undefined) return null;
  const { x, y } = placeOnCanvas(document, blockId);
  return { x: x + dot.x + HANDLE_PX / 2, y: y + dot.y + HANDLE_PX / 2 };
}

/** Returns the range between the two turns of a line; a length below 0 means that it leads back. */
function laneOf({ from, to }: Ends): { left: number; right: number; length: number } {
  const [first, last] = [from.x + DETOUR_ASIDE_PX, to.x - DETOUR_ASIDE_PX];
  return { left: Math.min(first, last), right: Math.max(first, last), length: last - first };
}

/** True if the curve between the ends, as React Flow draws it, passes under a block. */
function isCrossed({ from, to }: Ends, { left, top, right, bottom }: Box): boolean {
  const away = to.x - from.x;
  const aside = away >= 0 ? away / 2 : CURVATURE * 25 * Math.sqrt(-away);
  if (right < Math.min(from.x, to.x) - aside || left > Math.max(from.x, to.x) + aside) return false;
  for (let at = 1; at < SAMPLES; at += 1) {
    const t = at / SAMPLES;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
    const x = a * from.x + b * (from.x + aside) + c * (to.x - aside) + d * to.x;
    const y = (a + b) * from.y + (c + d) * to.y;
    if (x > left && x < right && y > top && y < bottom) return true;
  }
  return false;
}

/** Returns lanes above and below each block between the ends, the nearest first. */
function lanesBy(ends: Ends, boxes: readonly Box[]): number[] {
  const { from, to } = ends;
  const lane = laneOf(ends);
  const between = boxes.filter(({ left, right }) => right > lane.left && left < lane.right);
  const away = (y: number) => Math.abs(y - from.y) + Math.abs(y - to.y);
  return between
    .flatMap(({ top, bottom }) => LANES_PX.flatMap((px) => [top - px, bottom + px]))
    .sort((one, other) => away(one) - away(other))
    .slice(0, MOST_LANES);
}

/** True if the path along a lane is clear of a block: down or up to it, along it, and up or down again. */
function passes(ends: Ends, y: number, box: Box): boolean {
  const { from, to } = ends;
  const [first, last] = [from.x + DETOUR_ASIDE_PX, to.x - DETOUR_ASIDE_PX];
  const { left, right } = laneOf(ends);
  return (
    isClear(box, { left, right, top: y, bottom: y }) &&
    isClear(box, { left: first, right: first, top: Math.min(from.y, y), bottom: Math.max(from.y, y) }) &&
    isClear(box, { left: last, right: last, top: Math.min(to.y, y), bottom: Math.max(to.y, y) })
  );
}

const isClear = (box: Box, line: Bounds): boolean =>
  line.right < box.left - CLEAR_PX ||
  line.left > box.right + CLEAR_PX ||
  line.bottom < box.top - CLEAR_PX ||
  line.top > box.bottom + CLEAR_PX;
