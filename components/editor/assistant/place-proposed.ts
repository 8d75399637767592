import { graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { layOut } from '../document/auto-layout';
import { COLUMN_PX, LEAST_FRAME, NODE_WIDTH_PX, ROW_PX } from '../document/block-size';
import { moveBlocks } from '../document/edit-blocks';
import { isContainer, makeRoomForFrames, placeInside, sizeOfBlock } from '../document/frames';
import type { Point } from '../document/geometry';
import { freePoint, placeInFrame } from '../document/insert-block';

const GAP_PX = COLUMN_PX - NODE_WIDTH_PX;

/**
 * Places the blocks that are new in `after` beside those they are connected to; existing blocks stay
 * where they are, or move to the right to make room.
 */
export function placeProposed(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const added = Object.values(after.blocks).filter(({ id }) => before.blocks[id] === undefined);
  if (added.length === 0) return after;
  if (Object.keys(before.blocks).length <= 1) return layOut(after);
  const known = Object.entries(after.blocks).filter(([id]) => before.blocks[id] !== undefined);
  let placed: WorkflowDocument = { ...after, blocks: Object.fromEntries(known) };
  for (const block of inOrder(added, after)) placed = placeOne(placed, block);
  return makeRoomForFrames(before, placed);
}

function placeOne(document: WorkflowDocument, block: Block): WorkflowDocument {
  const { id, parentId } = block;
  const from = document.edges
    .map((edge) => edge.target === id && document.blocks[edge.source])
    .find(isBeside(block));
  const to = nextBeside(document, block);
  const wanted = wantedPoint(document, block, { from, to });
  const width = isContainer(block) ? LEAST_FRAME.width : NODE_WIDTH_PX;
  const missingPx = from && to ? wanted.x + width + GAP_PX - to.position.x : 0;
  const base = to && missingPx > 0 ? pushed(document, to, missingPx) : document;
  const size = isContainer(block) ? LEAST_FRAME : undefined;
  const position = freePoint(base, parentId === undefined ? wanted : placeInside(wanted), { parentId, size });
  return { ...base, blocks: { ...base.blocks, [id]: { ...block, position } } };
}

/** Returns a predicate that is true for placed blocks in the same container. */
const isBeside =
  ({ parentId }: Block) =>
  (found: Block | false | undefined): found is Block =>
    Boolean(found) && (found as Block).parentId === parentId;

/** Returns the nearest later block that has a place, skipping those that have none yet. */
function nextBeside(document: WorkflowDocument, block: Block): Block | undefined {
  const seen = new Set([block.id]);
  for (const id of seen) {
    for (const { source, target } of document.edges) {
      if (source !== id) continue;
      const found = document.blocks[target];
      if (isBeside(block)(found)) return found;
      if (found === undefined) seen.add(target);
    }
  }
  return undefined;
}

function wantedPoint(
  document: WorkflowDocument,
  { parentId }: Block,
  { from, to }: { from: Block | undefined; to: Block | undefined },
): Point {
  if (from) return { x: from.position.x + sizeOfBlock(document, from.id).width + GAP_PX, y: from.position.y };
  if (to) return { x: to.position.x - COLUMN_PX, y: to.position.y };
  if (parentId !== undefined) return placeInFrame(document, parentId);
  const others = Object.values(document.blocks).filter((block) => block.parentId === undefined);
  const bottom = Math.max(...others.map(({ id, position }) => position.y + sizeOfBlock(document, id).height));
  return { x: Math.min(...others.map(({ position }) => position.x)), y: bottom + ROW_PX / 2 };
}

/** Moves the block and all that follow it to the right. */
function pushed(document: WorkflowDocument, first: Block, byPx: number): WorkflowDocument {
  const moved = new Map<string, Point>();
  for (const id of reachableFrom(graphOf(document), [first.id])) {
    const block = document.blocks[id];
    // Blocks inside a container move with it.
    if (block !== undefined && block.parentId === first.parentId)
      moved.set(id, { x: block.position.x + byPx, y: block.position.y });
  }
  return moveBlocks(document, moved);
}

/** Sorts containers before their members, and blocks before those behind them. */
function inOrder(added: readonly Block[], { edges }: WorkflowDocument): Block[] {
  const waiting = new Map(added.map((block) => [block.id, block]));
  const ordered: Block[] = [];
  while (waiting.size > 0) {
    const isReady = ({ id, parentId }: Block) =>
      !waiting.has(parentId ?? '') &&
      !edges.some(({ source, target }) => target === id && source !== id && waiting.has(source));
    // A cycle can't be saved; it is rejected elsewhere.
    const next = [...waiting.values()].find(isReady) ?? [...waiting.values()][0]!;
    waiting.delete(next.id);
    ordered.push(next);
  }
  return ordered;
}
