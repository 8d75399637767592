import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, Edge, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';
import {
  isContainer,
  makeRoomForFrames,
  outermost,
  placeInside,
  placeOnCanvas,
  pointInside,
  withMembers,
} from './frames';
import type { Point } from './geometry';
import { freePoint, placeInFrame } from './insert-block';

export interface Moved {
  document: WorkflowDocument;
  /** Connections that would have crossed a container's border and were removed. */
  dropped: Edge[];
}

/** Returns the reason that blocks can't go into a container (undefined: out of all); null when they can. */
export function refuseMoveInto(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  containerId: string | undefined,
): string | null {
  const container = containerId === undefined ? undefined : document.blocks[containerId];
  if (container === undefined) return null;
  if (withMembers(document, ids).has(container.id)) return `“${container.name}” can’t go into itself.`;
  const start = outermost(document, ids)
    .map((id) => document.blocks[id])
    .find((block) => block !== undefined && definitionOf(block.type)?.hasInput === false);
  if (start === undefined) return null;
  const what = definitionOf(start.type)?.note ? 'is a note' : 'starts the workflow';
  return `“${start.name}” ${what}, so it can’t be inside “${container.name}”.`;
}

/**
 * Moves blocks and their members into a container, or out of all (undefined). `places`: the target of each
 * on the canvas; without one, those that change their container go to a free place there. A block dropped
 * in its own container is only moved.
 */
export function moveInto(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  containerId: string | undefined,
  places?: ReadonlyMap<string, Point>,
): Moved {
  const blocks = { ...document.blocks };
  let placed = document;
  for (const id of outermost(document, ids)) {
    const block = blocks[id];
    if (block === undefined || (places === undefined && block.parentId === containerId)) continue;
    const { parentId: _, ...bare } = block;
    const position = positionIn(placed, block, containerId, places?.get(id));
    blocks[id] = { ...bare, position, ...(containerId === undefined ? {} : { parentId: containerId }) };
    // The next free place depends on it.
    if (places === undefined) placed = { ...placed, blocks: { ...blocks } };
  }
  const crosses = ({ source, target }: Edge) => blocks[source]?.parentId !== blocks[target]?.parentId;
  const dropped = document.edges.filter(crosses);
  const edges = dropped.length === 0 ? document.edges : document.edges.filter((edge) => !crosses(edge));
  return { document: makeRoomForFrames(document, { ...document, blocks, edges }), dropped };
}

function positionIn(
  document: WorkflowDocument,
  block: Block,
  containerId: string | undefined,
  place: Point | undefined,
): Point {
  if (place !== undefined) {
    const { x, y } = pointInside(document, containerId, place);
    return containerId === undefined ? { x: Math.round(x), y: Math.round(y) } : placeInside({ x, y });
  }
  if (containerId !== undefined) return placeInFrame(document, containerId);
  return freePoint(document, placeOnCanvas(document, block.id), { except: block.id });
}

/** Returns the containers that these blocks can go into, in the order of the document. */
export function containersFor(document: WorkflowDocument, ids: ReadonlySet<string>): Block[] {
  const parents = new Set(outermost(document, ids).map((id) => document.blocks[id]?.parentId));
  return Object.values(document.blocks).filter(
    (block) =>
      isContainer(block) &&
      !(parents.size === 1 && parents.has(block.id)) &&
      refuseMoveInto(document, ids, block.id) === null,
  );
}

/** Returns the target of blocks moved out: the container around theirs; null when none is in a container. */
export function containerAround(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
): { from: Block; to: string | undefined } | null {
  const graph = graphOf(document);
  for (const id of outermost(document, ids)) {
    const [from, to] = containersAround(graph, id);
    const block = document.blocks[from ?? ''];
    if (block !== undefined) return { from: block, to };
  }
  return null;
}
