import { graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { COLUMN_PX, NODE_WIDTH_PX } from './block-size';
import { definitionOf, portsOf } from './definition-of';
import { moveBlocks } from './edit-blocks';
import { makeRoomForFrames, sizeOfBlock } from './frames';
import type { Point } from './geometry';
import { moveInto, refuseMoveInto } from './move-into';
import { shortId } from './short-id';
import { whyTooMany } from './size-limits';

const GAP_PX = COLUMN_PX - NODE_WIDTH_PX;

/** A block that no connection leads to or from: let go over one, it is meant to go into it. */
export function standsAlone({ blocks, edges }: WorkflowDocument, blockId: string): boolean {
  const block = blocks[blockId];
  return (
    block !== undefined &&
    definitionOf(block.type)?.hasInput === true &&
    onwardPort(block) !== undefined &&
    !edges.some(({ source, target }) => source === blockId || target === blockId)
  );
}

/**
 * Whether a block can be put into a connection: it stands alone, the connection doesn't lie in it, and the
 * workflow may have one more.
 */
export function goesInto(document: WorkflowDocument, blockId: string, edgeId: string): boolean {
  const edge = document.edges.find(({ id }) => id === edgeId);
  if (edge === undefined || !standsAlone(document, blockId)) return false;
  if (whyTooMany(document, { blocks: 0, edges: 1 }) !== null) return false;
  const containerId = document.blocks[edge.source]?.parentId;
  return refuseMoveInto(document, new Set([blockId]), containerId) === null;
}

/**
 * Puts a block that stands alone into a connection: what led to the next block leads to it, and it to the
 * next one. It goes where it was let go (`place`, on the canvas), between the two, into their container; what
 * follows moves to the right as far as it takes. Null where it can't go there.
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
  const split = splitEdge(placed, edge, block);
  const end = x + sizeOfBlock(placed, blockId).width + GAP_PX;
  return makeRoomForFrames(document, pushRight(split, edge.target, end));
}

/** The first output that is followed unless the block fails. */
const onwardPort = (block: Block) => portsOf(block).find(({ kind }) => kind !== 'error');

function splitEdge(document: WorkflowDocument, edge: Edge, block: Block): WorkflowDocument {
  const into = { ...edge, id: shortId(), target: block.id, targetHandle: 'in' };
  const out = onwardPort(block);
  const onward = out === undefined ? [] : [{ ...edge, source: block.id, sourceHandle: out.id }];
  const others = document.edges.filter(({ id }) => id !== edge.id);
  return { ...document, edges: [...others, into, ...onward] };
}

/** A block, and all that follows it in its container, so that it begins no further left than `leastX`. */
function pushRight(document: WorkflowDocument, blockId: string, leastX: number): WorkflowDocument {
  const block = document.blocks[blockId];
  const missingPx = block === undefined ? 0 : leastX - block.position.x;
  if (block === undefined || missingPx <= 0) return document;
  const pushed = new Map<string, Point>();
  for (const id of reachableFrom(graphOf(document), [blockId])) {
    const follower = document.blocks[id];
    if (follower !== undefined && follower.parentId === block.parentId)
      pushed.set(id, { x: follower.position.x + missingPx, y: follower.position.y });
  }
  return moveBlocks(document, pushed);
}
