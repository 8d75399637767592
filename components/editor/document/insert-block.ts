import { graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { uniqueBlockName } from './block-names';
import { COLUMN_PX, NODE_HEIGHT_PX, NODE_WIDTH_PX, ROW_PX } from './block-size';
import { type AnyDefinition, definitionOf, portsOf } from './definition-of';
import { moveBlocks, type Point } from './edit-blocks';
import { shortId } from './short-id';

/** Where a new block goes: at a point, behind an output, or into an edge. */
export type InsertPlace =
  | { kind: 'point'; point: Point }
  | { kind: 'output'; blockId: string; handle: string; point?: Point }
  | { kind: 'edge'; edgeId: string };

export interface Inserted {
  document: WorkflowDocument;
  blockId: string;
}

/** Why no block of this type can be added, in words; null when it can. */
export function refuseBlockType(document: WorkflowDocument, definition: AnyDefinition): string | null {
  if (definition.limit === undefined) return null;
  const count = Object.values(document.blocks).filter((block) => block.type === definition.type).length;
  if (count < definition.limit) return null;
  return definition.limit === 1
    ? `A workflow has one ${definition.title} block, and this one has it already.`
    : `A workflow has at most ${definition.limit} ${definition.title} blocks.`;
}

export function insertBlock(
  document: WorkflowDocument,
  definition: AnyDefinition,
  place: InsertPlace,
): Inserted {
  const base = makeRoom(document, place);
  const block: Block = {
    id: shortId(),
    type: definition.type,
    name: uniqueBlockName(document, definition.title.toLowerCase()),
    position: freePoint(base, wantedPoint(base, place)),
    enabled: true,
    config: {},
  };
  const withBlock = { ...base, blocks: { ...base.blocks, [block.id]: block } };
  return { document: connectInserted(withBlock, block, place), blockId: block.id };
}

function connectInserted(document: WorkflowDocument, block: Block, place: InsertPlace): WorkflowDocument {
  if (place.kind === 'point' || definitionOf(block.type)?.hasInput === false) return document;
  const toBlock = { id: shortId(), target: block.id, targetHandle: 'in' };
  if (place.kind === 'output') {
    const edge = { ...toBlock, source: place.blockId, sourceHandle: place.handle };
    return { ...document, edges: [...document.edges, edge] };
  }
  const split = document.edges.find((edge) => edge.id === place.edgeId);
  if (split === undefined) return document;
  const into = { ...toBlock, source: split.source, sourceHandle: split.sourceHandle };
  const out = portsOf(block).find((port) => port.kind !== 'error');
  const onward = out === undefined ? [] : [{ ...split, source: block.id, sourceHandle: out.id }];
  const others = document.edges.filter((edge) => edge !== split);
  return { ...document, edges: [...others, into, ...onward] };
}

/** A block put into a short edge pushes what follows to the right. */
function makeRoom(document: WorkflowDocument, place: InsertPlace): WorkflowDocument {
  if (place.kind !== 'edge') return document;
  const edge = document.edges.find((candidate) => candidate.id === place.edgeId);
  const source = edge && document.blocks[edge.source];
  const target = edge && document.blocks[edge.target];
  if (source === undefined || target === undefined) return document;
  const missingPx = source.position.x + 2 * COLUMN_PX - target.position.x;
  if (missingPx <= 0) return document;
  const pushed = new Map<string, Point>();
  for (const id of reachableFrom(graphOf(document), [target.id])) {
    const block = document.blocks[id];
    if (block !== undefined) pushed.set(id, { x: block.position.x + missingPx, y: block.position.y });
  }
  return moveBlocks(document, pushed);
}

function wantedPoint(document: WorkflowDocument, place: InsertPlace): Point {
  if (place.kind === 'point') return place.point;
  if (place.kind === 'output' && place.point !== undefined) return place.point;
  const edge = place.kind === 'edge' ? document.edges.find(({ id }) => id === place.edgeId) : undefined;
  const source = document.blocks[place.kind === 'output' ? place.blockId : (edge?.source ?? '')];
  if (source === undefined) return { x: 0, y: 0 };
  const target = edge && document.blocks[edge.target];
  const y = target ? (source.position.y + target.position.y) / 2 : source.position.y;
  return { x: source.position.x + COLUMN_PX, y };
}

/** The point itself, or the first free one below it. */
export function freePoint(document: WorkflowDocument, wanted: Point): Point {
  const point = { x: Math.round(wanted.x), y: Math.round(wanted.y) };
  const isTaken = () =>
    Object.values(document.blocks).some(
      ({ position }) =>
        Math.abs(position.x - point.x) < NODE_WIDTH_PX && Math.abs(position.y - point.y) < NODE_HEIGHT_PX,
    );
  while (isTaken()) point.y += ROW_PX;
  return point;
}

/** Where a block's corner goes when its middle is wanted at `centre`. */
export function insertPoint(centre: Point): Point {
  return { x: centre.x - NODE_WIDTH_PX / 2, y: centre.y - NODE_HEIGHT_PX / 2 };
}
