import { graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { onwardPort } from './definition-of';
import { moveBlocks } from './edit-blocks';
import type { Point } from './geometry';
import { shortId } from './short-id';

/** Splits an edge so that it leads to this block, and from it to the next if it has an output. */
export function spliceIntoEdge(document: WorkflowDocument, edge: Edge, block: Block): WorkflowDocument {
  const into = { ...edge, id: shortId(), target: block.id, targetHandle: 'in' };
  const out = onwardPort(block);
  const onward = out === undefined ? [] : [{ ...edge, source: block.id, sourceHandle: out.id }];
  const others = document.edges.filter(({ id }) => id !== edge.id);
  return { ...document, edges: [...others, into, ...onward] };
}

/** Pushes a block and its successors in its container right, so that it begins at `leastX` or beyond. */
export function pushRight(document: WorkflowDocument, blockId: string, leastX: number): WorkflowDocument {
  const block = document.blocks[blockId];
  const missingPx = block === undefined ? 0 : leastX - block.position.x;
  if (block === undefined || missingPx <= 0) return document;
  const pushed = new Map<string, Point>();
  for (const id of reachableFrom(graphOf(document), [blockId])) {
    const follower = document.blocks[id];
    // Members of a container that is pushed move with it.
    if (follower !== undefined && follower.parentId === block.parentId)
      pushed.set(id, { x: follower.position.x + missingPx, y: follower.position.y });
  }
  return moveBlocks(document, pushed);
}
