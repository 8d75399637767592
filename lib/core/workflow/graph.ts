import type { Block, Edge, WorkflowDocument } from './schema';

/** A document's edges by the blocks they join; edges without both ends are left out. */
export interface WorkflowGraph {
  blocks: ReadonlyMap<string, Block>;
  incoming: ReadonlyMap<string, readonly Edge[]>;
  outgoing: ReadonlyMap<string, readonly Edge[]>;
  /** The blocks directly in each container, by its id, as the document lists them. */
  members: ReadonlyMap<string, readonly string[]>;
}

export function graphOf(document: WorkflowDocument): WorkflowGraph {
  const known = graphs.get(document) ?? makeGraph(document);
  graphs.set(document, known);
  return known;
}

/** Documents are never changed in place, and many callers ask for the graph of the same one. */
const graphs = new WeakMap<WorkflowDocument, WorkflowGraph>();

function makeGraph(document: WorkflowDocument): WorkflowGraph {
  const blocks = new Map(Object.entries(document.blocks));
  const incoming = new Map<string, Edge[]>();
  const outgoing = new Map<string, Edge[]>();
  for (const id of blocks.keys()) {
    incoming.set(id, []);
    outgoing.set(id, []);
  }
  for (const edge of document.edges) {
    if (!blocks.has(edge.source) || !blocks.has(edge.target)) continue;
    incoming.get(edge.target)?.push(edge);
    outgoing.get(edge.source)?.push(edge);
  }
  return { blocks, incoming, outgoing, members: membersOf(blocks) };
}

function membersOf(blocks: ReadonlyMap<string, Block>): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const [id, { parentId }] of blocks) {
    if (parentId === undefined || !blocks.has(parentId)) continue;
    const listed = members.get(parentId);
    if (listed) listed.push(id);
    else members.set(parentId, [id]);
  }
  return members;
}

/** Returns the blocks right before one: the sources of its edges, and its container. */
function rightBefore({ blocks, incoming }: WorkflowGraph, blockId: string): string[] {
  const sources = (incoming.get(blockId) ?? []).map(({ source }) => source);
  const parentId = blocks.get(blockId)?.parentId;
  return parentId !== undefined && blocks.has(parentId) ? [...sources, parentId] : sources;
}

/** Returns the blocks right behind one: the targets of its edges, and the blocks inside. */
function rightBehind({ outgoing, members }: WorkflowGraph, blockId: string): string[] {
  return [...(outgoing.get(blockId) ?? []).map(({ target }) => target), ...(members.get(blockId) ?? [])];
}

/** The deepest nesting of containers. */
export const MAX_NESTING = 10;

/**
 * Returns the containers around a block, the innermost first; a cycle of them ends where it closes. At
 * most one more than is allowed: that many are refused, however many there are.
 */
export function containersAround(
  { blocks }: { blocks: Pick<WorkflowGraph['blocks'], 'get' | 'has'> },
  blockId: string,
): string[] {
  const around: string[] = [];
  let parentId = blocks.get(blockId)?.parentId;
  while (
    parentId !== undefined &&
    around.length <= MAX_NESTING &&
    blocks.has(parentId) &&
    !around.includes(parentId)
  ) {
    around.push(parentId);
    parentId = blocks.get(parentId)?.parentId;
  }
  return around;
}

/** Returns a block's outermost container, or the block itself outside of containers: iterations run together. */
export const outermostAround = (graph: WorkflowGraph, blockId: string): string =>
  containersAround(graph, blockId).at(-1) ?? blockId;

/**
 * Orders block ids so that every edge leads forward and containers come before the blocks inside, else
 * as the document lists them; `cyclic` ones have no place.
 */
export function orderBlocks(graph: WorkflowGraph): BlockOrder {
  const known = orders.get(graph) ?? findOrder(graph);
  orders.set(graph, known);
  return known;
}

interface BlockOrder {
  order: readonly string[];
  cyclic: readonly string[];
}

const orders = new WeakMap<WorkflowGraph, BlockOrder>();

function findOrder(graph: WorkflowGraph): BlockOrder {
  const waiting = new Map(Array.from(graph.blocks.keys(), (id) => [id, rightBefore(graph, id).length]));
  const order = [...graph.blocks.keys()].filter((id) => waiting.get(id) === 0);
  for (let index = 0; index < order.length; index += 1) {
    for (const target of rightBehind(graph, order[index] as string)) {
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      if (left === 0) order.push(target);
    }
  }
  const placed = new Set(order);
  return { order, cyclic: [...graph.blocks.keys()].filter((id) => !placed.has(id)) };
}

/** Returns one cycle, each block once, in the direction of its edges; null if there is none. */
export function findCycle(graph: WorkflowGraph): string[] | null {
  const { cyclic } = orderBlocks(graph);
  const inCycle = new Set(cyclic);
  // Every block left over has a predecessor that is left over too, so walking back must come round.
  const trail: string[] = [];
  const seen = new Map<string, number>();
  let at = cyclic[0];
  while (at !== undefined) {
    const first = seen.get(at);
    if (first !== undefined) return trail.slice(first).reverse();
    seen.set(at, trail.length);
    trail.push(at);
    at = rightBefore(graph, at).find((source) => inCycle.has(source));
  }
  return null;
}

function walk(from: readonly string[], next: (id: string) => Iterable<string>): Set<string> {
  const found = new Set<string>();
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const neighbour of next(id)) {
      if (found.has(neighbour)) continue;
      found.add(neighbour);
      queue.push(neighbour);
    }
  }
  return found;
}

/**
 * Returns the blocks from which edges lead to this one, however far, and its containers with the blocks
 * before them: all that its references may name.
 */
export function ancestorsOf(graph: WorkflowGraph, blockId: string): Set<string> {
  const before = walk([blockId], (id) => rightBefore(graph, id));
  before.delete(blockId);
  return before;
}

/**
 * Computes `ancestorsOf` for all blocks together: whether one comes before another. A bit for each pair,
 * so that long chains, where each block has all the others before it, stay cheap. Graphs with a cycle
 * are walked instead, because not all answers are known.
 */
export function ancestryOf(graph: WorkflowGraph): (before: string, blockId: string) => boolean {
  const { order, cyclic } = orderBlocks(graph);
  if (cyclic.length > 0) return walkedAncestry(graph);
  const placeOf = new Map(order.map((id, place) => [id, place]));
  const words = Math.ceil(order.length / BITS);
  const bits = new Uint32Array(order.length * words);
  for (const [place, id] of order.entries())
    for (const source of rightBefore(graph, id)) {
      const from = placeOf.get(source) ?? 0;
      for (let at = 0; at <= from / BITS; at += 1) bits[place * words + at]! |= bits[from * words + at]!;
      bits[place * words + Math.floor(from / BITS)]! |= 1 << (from % BITS);
    }
  return (before, blockId) => {
    const [from, to] = [placeOf.get(before), placeOf.get(blockId)];
    if (from === undefined || to === undefined) return false;
    return ((bits[to * words + Math.floor(from / BITS)]! >>> (from % BITS)) & 1) === 1;
  };
}

const BITS = 32;

function walkedAncestry(graph: WorkflowGraph): (before: string, blockId: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (before, blockId) => {
    const found = known.get(blockId) ?? ancestorsOf(graph, blockId);
    known.set(blockId, found);
    return found.has(before);
  };
}

/** Returns these blocks, all that edges lead to from them, and the blocks inside any of these. */
export function reachableFrom(graph: WorkflowGraph, blockIds: readonly string[]): Set<string> {
  const after = walk(blockIds, (id) => rightBehind(graph, id));
  for (const id of blockIds) after.add(id);
  return after;
}

/** Returns the blocks that come before this one, nearest last. */
export function blocksBefore(document: WorkflowDocument, blockId: string): Block[] {
  const graph = graphOf(document);
  const before = ancestorsOf(graph, blockId);
  const { order, cyclic } = orderBlocks(graph);
  return [...order, ...cyclic].filter((id) => before.has(id)).map((id) => graph.blocks.get(id) as Block);
}

/** True if an edge between these blocks would close a cycle. */
export function wouldCycle(document: WorkflowDocument, source: string, target: string): boolean {
  return source === target || reachableFrom(graphOf(document), [target]).has(source);
}
