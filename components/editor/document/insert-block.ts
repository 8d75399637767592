import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { uniqueBlockName } from './block-names';
import { COLUMN_PX, LEAST_FRAME, NODE_HEIGHT_PX, NODE_WIDTH_PX, ROW_PX } from './block-size';
import { containerAt } from './container-at';
import { type AnyDefinition, definitionOf, startsRuns } from './definition-of';
import {
  isContainer,
  makeRoomForFrames,
  placeInside,
  placeOnCanvas,
  pointInside,
  sizeOfBlock,
} from './frames';
import type { Point, Size } from './geometry';
import { shortId } from './short-id';
import { whyTooMany, whyTooManyOfType } from './size-limits';
import { pushRight, spliceIntoEdge } from './splice-into-edge';

/**
 * The place for a new block: at a point (in a container, relative to its corner; free if the user did not
 * choose it), behind an output, or into an edge.
 */
export type InsertPlace =
  | { kind: 'point'; point: Point; parentId?: string | undefined; isFree?: boolean }
  | { kind: 'output'; blockId: string; handle: string; point?: Point }
  | { kind: 'edge'; edgeId: string };

const GAP_PX = COLUMN_PX - NODE_WIDTH_PX;

export interface Inserted {
  document: WorkflowDocument;
  blockId: string;
}

/** Places a trigger beside the existing ones, unless the user chose a place. */
export function besideBeginnings(
  document: WorkflowDocument,
  definition: AnyDefinition,
  place: InsertPlace,
): InsertPlace {
  if (place.kind !== 'point' || place.isFree !== true || !startsRuns(definition.type)) return place;
  const [lowest] = Object.values(document.blocks)
    .filter(({ type, parentId }) => startsRuns(type) && parentId === undefined)
    .sort((a, b) => b.position.y - a.position.y);
  if (lowest === undefined) return place;
  return { kind: 'point', point: { x: lowest.position.x, y: lowest.position.y + ROW_PX } };
}

/** Returns the reason that no block of this type can be added (at `place`, if given); null when it can. */
export function whyNotBlockType(
  document: WorkflowDocument,
  definition: AnyDefinition,
  place: InsertPlace | null = null,
): string | null {
  const isConnected = place !== null && place.kind !== 'point' && definition.hasInput;
  const full = whyTooMany(document, { blocks: 1, edges: isConnected ? 1 : 0 });
  return full ?? whyTooManyOfType(document, definition);
}

export function insertBlock(
  document: WorkflowDocument,
  definition: AnyDefinition,
  place: InsertPlace,
): Inserted {
  const base = makeRoom(document, definition, place);
  const parentId = definition.hasInput ? parentOf(document, place) : undefined;
  const wanted = wantedPoint(base, parentId === undefined ? onCanvas(document, place) : place);
  const size = definition.container === undefined ? undefined : LEAST_FRAME;
  const block: Block = {
    id: shortId(),
    type: definition.type,
    name: uniqueBlockName(document, definition.title.toLowerCase()),
    position: freePoint(base, parentId === undefined ? wanted : placeInside(wanted), { parentId, size }),
    enabled: true,
    config: {},
    ...(parentId === undefined ? {} : { parentId }),
  };
  const withBlock = { ...base, blocks: { ...base.blocks, [block.id]: block } };
  const connected = connectInserted(withBlock, block, place);
  return { document: makeRoomForFrames(base, connected), blockId: block.id };
}

/** Converts a place in a container to the same place on the canvas, for blocks outside containers. */
function onCanvas(document: WorkflowDocument, place: InsertPlace): InsertPlace {
  if (place.kind !== 'point' || place.parentId === undefined) return place;
  const { x, y } = placeOnCanvas(document, place.parentId);
  return { kind: 'point', point: { x: x + place.point.x, y: y + place.point.y } };
}

/** Returns the container of a new block: that of the block it is connected to, if there is one. */
function parentOf({ blocks, edges }: WorkflowDocument, place: InsertPlace): string | undefined {
  if (place.kind === 'point') return place.parentId;
  const source = place.kind === 'edge' ? edges.find(({ id }) => id === place.edgeId)?.source : place.blockId;
  return blocks[source ?? '']?.parentId;
}

/** Returns the place of a canvas point: in the innermost container there that isn't collapsed. */
export function placeAtPoint(
  document: WorkflowDocument,
  point: Point,
  closed?: ReadonlySet<string>,
): Extract<InsertPlace, { kind: 'point' }> {
  const middle = { x: point.x + NODE_WIDTH_PX / 2, y: point.y + NODE_HEIGHT_PX / 2 };
  const parentId = containerAt(document, middle, closed === undefined ? {} : { closed });
  return { kind: 'point', point: pointInside(document, parentId, point), parentId };
}

/** Returns a free place in a container: right of its members, else at its upper left. */
export function placeInFrame(document: WorkflowDocument, containerId: string): Point {
  const last = Object.values(document.blocks)
    .filter(({ parentId }) => parentId === containerId)
    .sort((a, b) => a.position.x - b.position.x)
    .at(-1);
  if (last === undefined) return placeInside({ x: 0, y: 0 });
  const x = last.position.x + sizeOfBlock(document, last.id).width + GAP_PX;
  return freePoint(document, { x, y: last.position.y }, { parentId: containerId });
}

function connectInserted(document: WorkflowDocument, block: Block, place: InsertPlace): WorkflowDocument {
  if (place.kind === 'point' || definitionOf(block.type)?.hasInput === false) return document;
  if (place.kind === 'output') {
    const to = { target: block.id, targetHandle: 'in' };
    const edge = { id: shortId(), source: place.blockId, sourceHandle: place.handle, ...to };
    return { ...document, edges: [...document.edges, edge] };
  }
  const split = document.edges.find((edge) => edge.id === place.edgeId);
  return split === undefined ? document : spliceIntoEdge(document, split, block);
}

/** Pushes following blocks to the right when a block is inserted into a short edge. */
function makeRoom(
  document: WorkflowDocument,
  definition: AnyDefinition,
  place: InsertPlace,
): WorkflowDocument {
  if (place.kind !== 'edge') return document;
  const edge = document.edges.find((candidate) => candidate.id === place.edgeId);
  const source = edge && document.blocks[edge.source];
  const target = edge && document.blocks[edge.target];
  if (source === undefined || target === undefined) return document;
  const width = definition.container === undefined ? NODE_WIDTH_PX : LEAST_FRAME.width;
  const needed = sizeOfBlock(document, source.id).width + width + 2 * GAP_PX;
  return pushRight(document, target.id, source.position.x + needed);
}

function wantedPoint(document: WorkflowDocument, place: InsertPlace): Point {
  if (place.kind === 'point') return place.point;
  if (place.kind === 'output' && place.point !== undefined) return place.point;
  const edge = place.kind === 'edge' ? document.edges.find(({ id }) => id === place.edgeId) : undefined;
  const source = document.blocks[place.kind === 'output' ? place.blockId : (edge?.source ?? '')];
  if (source === undefined) return { x: 0, y: 0 };
  const target = edge && document.blocks[edge.target];
  const y = target ? (source.position.y + target.position.y) / 2 : source.position.y;
  return { x: source.position.x + sizeOfBlock(document, source.id).width + GAP_PX, y };
}

/**
 * Returns the point itself, or the first free one below it, among the blocks of one container (`parentId`).
 * `size`: that of the item to place, by default a block's.
 */
export function freePoint(
  document: WorkflowDocument,
  wanted: Point,
  free: { parentId?: string | undefined; size?: Size | undefined; except?: string } = {},
): Point {
  const point = { x: Math.round(wanted.x), y: Math.round(wanted.y) };
  const { width, height } = free.size ?? { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX };
  const others = Object.values(document.blocks).filter(
    ({ id, parentId }) => parentId === free.parentId && id !== free.except,
  );
  const isTaken = () =>
    others.some((block) => {
      const { x, y } = block.position;
      const shown = sizeOfBlock(document, block.id);
      const size = isContainer(block) ? shown : { width: shown.width, height: NODE_HEIGHT_PX };
      const isBeside = point.x < x + size.width && x < point.x + width;
      return isBeside && point.y < y + size.height && y < point.y + height;
    });
  while (isTaken()) point.y += ROW_PX;
  return point;
}

/** Returns the place for a block's corner that puts its middle at `centre`. */
export function insertPoint(centre: Point): Point {
  return { x: centre.x - NODE_WIDTH_PX / 2, y: centre.y - NODE_HEIGHT_PX / 2 };
}
