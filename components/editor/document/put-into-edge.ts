import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { COLUMN_PX, NODE_WIDTH_PX } from './block-size';
import { definitionOf, onwardPort } from './definition-of';
import { moveBlocks } from './edit-blocks';
import { makeRoomForFrames, sizeOfBlock } from './frames';
import type { Point } from './geometry';
import { moveInto, refuseMoveInto } from './move-into';
import { whyTooMany } from './size-limits';
import { pushRight, spliceIntoEdge } from './splice-into-edge';

const GAP_PX = COLUMN_PX - NODE_WIDTH_PX;

/** True for a block without connections: dropping it onto a connection inserts it there. */
export function isUnconnected({ blocks, edges }: WorkflowDocument, blockId: string): boolean {
  const block = blocks[blockId];
  return (
    block !== undefined &&
    definitionOf(block.type)?.hasInput === true &&
    onwardPort(block) !== undefined &&
    !edges.some(({ source, target }) => source === blockId || target === blockId)
  );
}

/**
 * True if a block can be put into a connection: it stands alone, the connection isn't inside it, and the
 * workflow may have one more.
 */
export function goesInto(document: WorkflowDocument, blockId: string, edgeId: string): boolean {
  const edge = document.edges.find(({ id }) => id === edgeId);
  if (edge === undefined || !isUnconnected(document, blockId)) return false;
  if (whyTooMany(document, { blocks: 0, edges: 1 }) !== null) return false;
  const containerId = document.blocks[edge.source]?.parentId;
  return refuseMoveInto(document, new Set([blockId]), containerId) === null;
}

/**
 * Puts an unconnected block into a connection: the connection is split to lead through it. The block is
 * placed where it was dropped (`place`, on the canvas), between the two, into their container; following
 * blocks move right as far as needed. Returns null if it can't go there.
 */
export function putIntoEdge(
  document: WorkflowDocument,
  blockId: string,
  edgeId: string,
  place: Point,
): WorkflowDocument | null {
  const edge = document.edges.find(({ id }) => id === edgeId);
  if (edge === undefined || !goesInto(document, blockId, edgeId)) return null;
  const containerId = document.blocks[edge.source]?.parentId;
  const moved = moveInto(document, new Set([blockId]), containerId, new Map([[blockId, place]])).document;
  const block = moved.blocks[blockId];
  const source = moved.blocks[edge.source];
  if (block === undefined || source === undefined) return null;
  const left = source.position.x + sizeOfBlock(moved, source.id).width + GAP_PX;
  const x = Math.max(block.position.x, left);
  const placed = moveBlocks(moved, new Map([[blockId, { x, y: block.position.y }]]));
  const split = spliceIntoEdge(placed, edge, block);
  const end = x + sizeOfBlock(placed, blockId).width + GAP_PX;
  return makeRoomForFrames(document, pushRight(split, edge.target, end));
}
