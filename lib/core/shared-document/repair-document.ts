import { blockDefinitions } from '../blocks/registry/definitions';
import { containersAround, findCycle, graphOf, MAX_NESTING } from '../workflow/graph';
import { tidyGroups } from '../workflow/groups';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';
import { withOwnNames } from './own-names';
import { withoutCircles } from './without-circles';

type Blocks = Record<string, Block>;

/**
 * Repairs a document after simultaneous changes that don't go together, the same for everybody: `order`
 * says which block came first. Each part that is in order stays the same object.
 */
export function repairDocument(document: WorkflowDocument, order: readonly string[]): WorkflowDocument {
  const blocks = withOwnNames(withPlaces(document.blocks, order), order);
  const edges = withEnds(document.edges, blocks);
  const repaired =
    blocks === document.blocks && edges === document.edges ? document : { ...document, blocks, edges };
  const isInOrder = findCycle(graphOf(repaired)) === null;
  return tidyGroups(isInOrder ? repaired : { ...repaired, edges: withoutCircles(repaired.edges) });
}

/** Moves blocks whose container is gone, or can't hold them, to the canvas. */
function withPlaces(blocks: Blocks, order: readonly string[]): Blocks {
  const placed = new Map(Object.entries(blocks));
  let isSame = true;
  for (const id of order) {
    const block = placed.get(id);
    if (block?.parentId === undefined || fits(block, placed)) continue;
    const { parentId: _, ...free } = block;
    placed.set(id, free);
    isSame = false;
  }
  return isSame ? blocks : Object.fromEntries(placed);
}

function fits({ id, type, parentId = '' }: Block, blocks: ReadonlyMap<string, Block>): boolean {
  const parent = blocks.get(parentId);
  if (parent === undefined || blockDefinitions.get(parent.type)?.container === undefined) return false;
  if (blockDefinitions.get(type)?.hasInput === false) return false;
  const around = containersAround({ blocks }, id);
  return !around.includes(id) && around.length <= MAX_NESTING;
}

function withEnds(edges: Edge[], blocks: Blocks): Edge[] {
  const known = new Map(Object.entries(blocks));
  const joins = new Set<string>();
  const kept = edges.filter((edge) => {
    const { source, sourceHandle, target, targetHandle } = edge;
    const [from, to] = [known.get(source), known.get(target)];
    const join = JSON.stringify([source, sourceHandle, target, targetHandle]);
    if (from === undefined || to === undefined || from.parentId !== to.parentId || joins.has(join))
      return false;
    joins.add(join);
    return true;
  });
  return kept.length === edges.length ? edges : kept;
}
