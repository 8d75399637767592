import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { groupedBy } from '@/lib/platform/grouped-by';
import { COLUMN_PX, NODE_HEIGHT_PX, NODE_WIDTH_PX, ROW_PX } from './block-size';
import { definitionOf, isErrorPort, portsOf } from './definition-of';
import { mapBlocks, moveBlocks } from './edit-blocks';
import { frameSizes, makeRoomForFrames, outermost, placeInside, sizeOfBlock } from './frames';
import type { Point, Size } from './geometry';

const SWEEPS = 4;
const GAP_PX = ROW_PX - NODE_HEIGHT_PX;

/**
 * Lays blocks out in columns by the longest path from a start; within a column, blocks are near those
 * they are connected to, which keeps edges from crossing. Blocks behind error ports stand below the others. Members of a container are laid out first, and
 * its frame gets the size that they need. Notes move with the block beside them.
 * `heights`: measured heights in pixels, where known.
 */
export function layOut(
  document: WorkflowDocument,
  heights: ReadonlyMap<string, number> = new Map(),
): WorkflowDocument {
  const graph = graphOf(document);
  // The innermost first, all of one depth together, because each step reads the whole document.
  const byDepth = groupedBy(graph.members.keys(), (id) => containersAround(graph, id).length);
  const depths = [...byDepth.keys()].sort((one, other) => other - one);
  const inside = depths.reduce(
    (done, depth) => layOutInside(done, byDepth.get(depth) ?? [], heights),
    withoutSizes(document),
  );
  const outer = Object.values(inside.blocks).filter(({ parentId }) => !graph.blocks.has(parentId ?? ''));
  const places = placesOf(
    inside,
    outer.map(({ id }) => id),
    heights,
  );
  return moveBlocks(inside, places);
}

/** Removes the sizes of frames, which then fit their members. */
function withoutSizes(document: WorkflowDocument): WorkflowDocument {
  const { members } = graphOf(document);
  return mapBlocks(document, (block) => {
    const { size, ...bare } = block;
    return size !== undefined && members.has(block.id) ? bare : block;
  });
}

function layOutInside(
  document: WorkflowDocument,
  containerIds: readonly string[],
  heights: ReadonlyMap<string, number>,
): WorkflowDocument {
  const { members } = graphOf(document);
  const places = containerIds.flatMap((id) => [
    ...fromCorner(placesOf(document, members.get(id) ?? [], heights)),
  ]);
  return moveBlocks(document, new Map(places));
}

/**
 * Lays out only these blocks and their members as `layOut` does; their upper left corner stays. Blocks of
 * several containers are laid out per container.
 */
export function layOutSome(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  heights: ReadonlyMap<string, number> = new Map(),
): WorkflowDocument {
  const groups = new Map<string | undefined, Set<string>>();
  for (const id of outermost(document, ids)) {
    const parentId = document.blocks[id]?.parentId;
    groups.set(parentId, (groups.get(parentId) ?? new Set()).add(id));
  }
  const done = [...groups.values()].reduce((after, group) => layOutGroup(after, group, heights), document);
  return makeRoomForFrames(document, done);
}

function layOutGroup(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  heights: ReadonlyMap<string, number>,
): WorkflowDocument {
  const cornerOf = (blocks: readonly Point[]): Point => ({
    x: Math.min(...blocks.map(({ x }) => x)),
    y: Math.min(...blocks.map(({ y }) => y)),
  });
  const corner = cornerOf([...ids].map((id) => document.blocks[id]!.position));
  const inOrder = Object.keys(document.blocks).filter((id) => ids.has(id));
  const places = placesOf(document, inOrder, heights);
  const at = cornerOf([...places.values()]);
  return moveBlocks(
    document,
    new Map(Array.from(places, ([id, { x, y }]) => [id, { x: x - at.x + corner.x, y: y - at.y + corner.y }])),
  );
}

/** Returns the places of blocks of one container, by the connections among them. */
function placesOf(
  document: WorkflowDocument,
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
): Map<string, Point> {
  const { outgoing } = graphOf(document);
  const present = ids.flatMap((id) => document.blocks[id] ?? []);
  const isHere = new Set(ids);
  const here: WorkflowDocument = {
    ...document,
    blocks: Object.fromEntries(present.flatMap((block) => (isNote(block) ? [] : [[block.id, block]]))),
    edges: ids.flatMap((id) => (outgoing.get(id) ?? []).filter(({ target }) => isHere.has(target))),
  };
  const columns = columnsOf(here);
  const lanes = lanesOf(here, columns);
  orderColumns(here, columns, lanes);
  const frames = frameSizes(document);
  const heightOf = (id: string) => frames.get(id)?.height ?? heights.get(id) ?? NODE_HEIGHT_PX;
  const widthOf = (id: string) => sizeOfBlock(document, id).width;
  const positions = new Map<string, Point>();
  let x = 0;
  for (const ids of columns) {
    for (const [id, y] of topsOf(
      ids.filter((id) => !lanes.get(id)),
      heightOf,
    ))
      positions.set(id, { x, y });
    for (const id of ids) if (lanes.get(id)) positions.set(id, { x, y: 0 });
    x += Math.max(NODE_WIDTH_PX, ...ids.map(widthOf)) + COLUMN_PX - NODE_WIDTH_PX;
  }
  lowerLanes({ columns, lanes, heightOf, positions });
  const boxes = present.map((block) => ({ block, ...block.position, ...sizeOfBlock(document, block.id) }));
  const others = boxes.filter(({ block }) => !isNote(block));
  for (const box of boxes)
    if (isNote(box.block)) positions.set(box.block.id, placeOfNote(box, others, positions));
  return positions;
}

/** Columns are centred on the handles, which are near the top: a single row has straight connections. */
function topsOf(ids: readonly string[], heightOf: (id: string) => number): Map<string, number> {
  const tops = ids.map(() => 0);
  for (let at = 1; at < ids.length; at++)
    tops[at] = (tops[at - 1] ?? 0) + heightOf(ids[at - 1] ?? '') + GAP_PX;
  const middle = tops.reduce((sum, top) => sum + top, 0) / tops.length;
  return new Map(ids.map((id, at) => [id, (tops[at] ?? 0) - middle]));
}

/**
 * Puts the blocks that handle errors below everything of the lanes before theirs, in one row as far as they
 * follow each other.
 */
function lowerLanes({
  columns,
  lanes,
  heightOf,
  positions,
}: {
  columns: readonly string[][];
  lanes: ReadonlyMap<string, number>;
  heightOf: (id: string) => number;
  positions: Map<string, Point>;
}): void {
  const deepest = Math.max(0, ...lanes.values());
  const inLane = (ids: readonly string[], lane: number) => ids.filter((id) => (lanes.get(id) ?? 0) === lane);
  const bottomOf = (id: string) => (positions.get(id)?.y ?? 0) + heightOf(id);
  let bottom = columns.flatMap((ids) => inLane(ids, 0)).reduce((low, id) => Math.max(low, bottomOf(id)), 0);
  for (let lane = 1; lane <= deepest; lane += 1) {
    let next = bottom;
    for (const ids of columns) {
      let top = bottom + GAP_PX;
      for (const id of inLane(ids, lane)) {
        positions.set(id, { x: positions.get(id)?.x ?? 0, y: top });
        top += heightOf(id) + GAP_PX;
        next = Math.max(next, top - GAP_PX);
      }
    }
    bottom = next;
  }
}

/** The most lanes: each is as high as the blocks in it, and an error of an error's handler is rare. */
const MOST_LANES = 3;

/** Returns how many error ports lie on the way to each block, on the way with the fewest. */
function lanesOf(document: WorkflowDocument, columns: readonly string[][]): Map<string, number> {
  const { incoming, blocks } = graphOf(document);
  const lanes = new Map<string, number>();
  for (const id of columns.flat()) {
    const ways = (incoming.get(id) ?? []).map(({ source, sourceHandle }) => {
      const block = blocks.get(source);
      const port = block && portsOf(block).find((each) => each.id === sourceHandle);
      return (lanes.get(source) ?? 0) + (isErrorPort(port) ? 1 : 0);
    });
    lanes.set(id, ways.length === 0 ? 0 : Math.min(MOST_LANES, ...ways));
  }
  return lanes;
}

const isNote = ({ type }: Pick<Block, 'type'>): boolean => definitionOf(type)?.note !== undefined;

interface Box extends Point, Size {
  block: Block;
}

/**
 * Keeps a note's distance to the block that was nearest to it. Compares numbers alone, because there may be a
 * thousand notes beside a thousand blocks.
 */
function placeOfNote(note: Box, others: readonly Box[], placed: ReadonlyMap<string, Point>): Point {
  let nearest: Box | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const dx = Math.max(0, other.x - note.x - note.width, note.x - other.x - other.width);
    const dy = Math.max(0, other.y - note.y - note.height, note.y - other.y - other.height);
    const distance = dx * dx + dy * dy;
    if (distance < least) [nearest, least] = [other, distance];
  }
  const is = placed.get(nearest?.block.id ?? '');
  if (nearest === undefined || is === undefined) return { x: note.x, y: note.y };
  return { x: note.x + is.x - nearest.x, y: note.y + is.y - nearest.y };
}

/** Shifts the places so that their upper left corner is where a frame's inside begins. */
function fromCorner(positions: ReadonlyMap<string, Point>): Map<string, Point> {
  const points = [...positions.values()];
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const corner = placeInside({ x: 0, y: 0 });
  return new Map(
    Array.from(positions, ([id, { x, y }]) => [id, { x: x - left + corner.x, y: y - top + corner.y }]),
  );
}

/** Returns the columns; blocks of a cycle (which can't be saved anyway) come last. */
function columnsOf(document: WorkflowDocument): string[][] {
  const { incoming, outgoing } = graphOf(document);
  const waiting = new Map(Array.from(incoming, ([id, edges]) => [id, edges.length]));
  const column = new Map<string, number>();
  const ready = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of ready) {
    const own = column.get(id) ?? 0;
    column.set(id, own);
    for (const { target } of outgoing.get(id) ?? []) {
      column.set(target, Math.max(column.get(target) ?? 0, own + 1));
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  const columns: string[][] = [];
  const ids = Object.values(document.blocks).sort((a, b) => a.position.y - b.position.y);
  for (const { id } of ids) {
    const index = column.get(id) ?? 0;
    while (columns.length <= index) columns.push([]);
    columns[index]?.push(id);
  }
  return columns;
}

/** Barycentre sweeps: forwards by predecessors and backwards by successors. */
function orderColumns(
  document: WorkflowDocument,
  columns: string[][],
  lanes: ReadonlyMap<string, number>,
): void {
  const laneOf = (id: string) => lanes.get(id) ?? 0;
  const before = neighbours(document, 'target', 'source');
  const after = neighbours(document, 'source', 'target');
  const place = new Map<string, number>();
  const notePlaces = (ids: readonly string[]) => {
    for (const [index, id] of ids.entries()) place.set(id, index - ids.length / 2);
  };
  for (const ids of columns) notePlaces(ids);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forwards = sweep % 2 === 0;
    const links = forwards ? before : after;
    for (const ids of forwards ? columns : [...columns].reverse()) {
      const weight = new Map(ids.map((id) => [id, mean(links.get(id), place) ?? place.get(id) ?? 0]));
      ids.sort((a, b) => laneOf(a) - laneOf(b) || (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
      notePlaces(ids);
    }
  }
}

function neighbours(document: WorkflowDocument, from: 'source' | 'target', to: 'source' | 'target') {
  const found = new Map<string, string[]>();
  for (const edge of document.edges) {
    const listed = found.get(edge[from]);
    if (listed === undefined) found.set(edge[from], [edge[to]]);
    else listed.push(edge[to]);
  }
  return found;
}

function mean(ids: string[] | undefined, place: ReadonlyMap<string, number>): number | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (place.get(id) ?? 0), 0) / ids.length;
}
