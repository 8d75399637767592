import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { shapeOf } from './block-shape';
import { FRAME_FOOT_PX, FRAME_HEADER_PX, FRAME_PADDING_PX, LEAST_FRAME, NODE_WIDTH_PX } from './block-size';
import { definitionOf } from './definition-of';
import type { Point, Size } from './geometry';

/** True if other blocks can be inside it. */
export const isContainer = (block: Pick<Block, 'type'> | undefined): boolean =>
  block !== undefined && definitionOf(block.type)?.container !== undefined;

/** Returns the place inside a frame that is nearest to a point, relative to the frame's corner. */
export const placeInside = ({ x, y }: Point): Point => ({
  x: Math.max(FRAME_PADDING_PX, Math.round(x)),
  y: Math.max(FRAME_HEADER_PX + FRAME_PADDING_PX, Math.round(y)),
});

/** Returns the size of each container's frame by id: its set size, or larger if its members need more. */
export function frameSizes(document: WorkflowDocument): ReadonlyMap<string, Size> {
  const known = sizes.get(document.blocks) ?? findSizes(document);
  sizes.set(document.blocks, known);
  return known;
}

/** Cached per blocks object, as documents are never mutated. */
const sizes = new WeakMap<WorkflowDocument['blocks'], ReadonlyMap<string, Size>>();

/** Returns the least size that holds the members. */
export function leastFrameSize(document: WorkflowDocument, blockId: string): Size {
  const members = graphOf(document).members.get(blockId) ?? [];
  return sizeAround(members.map((id) => [placeOf(document.blocks[id]), sizeOfBlock(document, id)]));
}

/** Returns the size that holds all members at these places. */
function sizeAround(inside: ReadonlyArray<[Point, Size]>): Size {
  const right = inside.map(([{ x }, { width }]) => x + width + FRAME_PADDING_PX);
  const bottom = inside.map(([{ y }, { height }]) => y + height + FRAME_PADDING_PX + FRAME_FOOT_PX);
  return {
    width: Math.round(Math.max(LEAST_FRAME.width, ...right)),
    height: Math.round(Math.max(LEAST_FRAME.height, ...bottom)),
  };
}

const placeOf = (block: Block | undefined): Point => block?.position ?? { x: 0, y: 0 };

function findSizes(document: WorkflowDocument): Map<string, Size> {
  const { blocks, members } = graphOf(document);
  const found = new Map<string, Size>();
  const sizeOf = (id: string, around: readonly string[]): Size => {
    const block = blocks.get(id);
    if (block === undefined || !isContainer(block) || around.includes(id)) return plainSize(block);
    const inside = (members.get(id) ?? []).map((member): [Point, Size] => [
      placeOf(blocks.get(member)),
      sizeOf(member, [...around, id]),
    ]);
    const { width, height } = sizeAround(inside);
    const made = block.size ?? LEAST_FRAME;
    const size = { width: Math.max(made.width, width), height: Math.max(made.height, height) };
    found.set(id, size);
    return size;
  };
  for (const block of blocks.values()) if (isContainer(block) && !found.has(block.id)) sizeOf(block.id, []);
  return found;
}

function plainSize(block: Block | undefined): Size {
  if (block === undefined) return { width: NODE_WIDTH_PX, height: 0 };
  const { widthPx, heightPx } = shapeOf(block);
  return { width: widthPx, height: heightPx };
}

/** Returns a block's size when it isn't collapsed. */
export function sizeOfBlock(document: WorkflowDocument, blockId: string): Size {
  return frameSizes(document).get(blockId) ?? plainSize(document.blocks[blockId]);
}

/** Returns the position of a block's corner on the canvas, across all containers around it. */
export function placeOnCanvas(document: WorkflowDocument, blockId: string): Point {
  const point = { ...placeOf(document.blocks[blockId]) };
  for (const id of containersAround(graphOf(document), blockId)) {
    const { x, y } = placeOf(document.blocks[id]);
    point.x += x;
    point.y += y;
  }
  return point;
}

/** Converts a point of the canvas to one relative to a container's corner; unchanged without a container. */
export function pointInside(
  document: WorkflowDocument,
  containerId: string | undefined,
  point: Point,
): Point {
  if (containerId === undefined) return point;
  const { x, y } = placeOnCanvas(document, containerId);
  return { x: point.x - x, y: point.y - y };
}

/** Returns these blocks and all their members, at any depth. */
export function withMembers(document: WorkflowDocument, ids: Iterable<string>): Set<string> {
  const { members } = graphOf(document);
  const all = new Set(ids);
  for (const id of all) for (const member of members.get(id) ?? []) all.add(member);
  return all;
}

/** Returns the blocks that are not inside another of them: moving these moves the others. */
export function outermost(document: WorkflowDocument, ids: ReadonlySet<string>): string[] {
  const graph = graphOf(document);
  return [...ids].filter(
    (id) => graph.blocks.has(id) && !containersAround(graph, id).some((around) => ids.has(around)),
  );
}

/**
 * Pushes blocks to the right of and below frames that have grown since `before`, so that no frame covers
 * another block.
 */
export function makeRoomForFrames(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const was = frameSizes(before);
  const depth = (id: string) => containersAround(graphOf(after), id).length;
  const ids = [...frameSizes(after).keys()].sort((a, b) => depth(b) - depth(a));
  return ids.reduce((document, id) => {
    const old = was.get(id);
    return old === undefined ? document : makeRoom(document, id, old);
  }, after);
}

function makeRoom(document: WorkflowDocument, id: string, was: Size): WorkflowDocument {
  const frame = document.blocks[id];
  const size = frameSizes(document).get(id);
  if (frame === undefined || size === undefined) return document;
  const [dx, dy] = [size.width - was.width, size.height - was.height];
  if (dx <= 0 && dy <= 0) return document;
  const { x, y } = frame.position;
  const moved = Object.values(document.blocks).flatMap((block) => {
    if (block === frame || block.parentId !== frame.parentId) return [];
    const { position } = block;
    const { height, width } = sizeOfBlock(document, block.id);
    const isBeside = position.y < y + size.height && position.y + height > y;
    const isBelow = position.x < x + size.width && position.x + width > x;
    if (dx > 0 && position.x >= x + was.width && isBeside) return [shifted(block, dx, 0)];
    return dy > 0 && position.y >= y + was.height && isBelow ? [shifted(block, 0, dy)] : [];
  });
  if (moved.length === 0) return document;
  return { ...document, blocks: { ...document.blocks, ...Object.fromEntries(moved) } };
}

const shifted = (block: Block, dx: number, dy: number): [string, Block] => [
  block.id,
  { ...block, position: { x: block.position.x + dx, y: block.position.y + dy } },
];
