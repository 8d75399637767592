import { blockDefinitions } from '../blocks/registry/definitions';
import { slugOf } from '../references/slug';
import { containersAround, findCycle, graphOf, MAX_NESTING, wouldCycle } from '../workflow/graph';
import { tidyGroups } from '../workflow/groups';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';

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
  return tidyGroups(findCycle(graphOf(repaired)) === null ? repaired : withoutCycles(repaired));
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

/** Adds a number to the name of the later of two blocks that were given the same name. */
function withOwnNames(blocks: Blocks, order: readonly string[]): Blocks {
  const taken = new Set<string>();
  const doubles: string[] = [];
  for (const id of order) {
    const slug = slugOf(blocks[id]?.name ?? '');
    if (taken.has(slug)) doubles.push(id);
    taken.add(slug);
  }
  if (doubles.length === 0) return blocks;
  const named = { ...blocks };
  for (const id of doubles) {
    const block = named[id] as Block;
    const name = freeName(block.name, taken);
    taken.add(slugOf(name));
    named[id] = { ...block, name };
  }
  return named;
}

const MAX_NAME_CHARACTERS = 64;

function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, digits = '1'] = /^(.{1,50}?) ?(\d{0,9})$/.exec(name) ?? [];
  for (let number = Number(digits || '1') + 1; ; number += 1) {
    const free = `${stem} ${number}`.slice(0, MAX_NAME_CHARACTERS);
    if (!taken.has(slugOf(free))) return free;
  }
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

/** Drops each connection that closes a cycle with those before it. */
function withoutCycles(document: WorkflowDocument): WorkflowDocument {
  let kept: WorkflowDocument = { ...document, edges: [] };
  for (const edge of document.edges)
    if (!wouldCycle(kept, edge.source, edge.target)) kept = { ...kept, edges: [...kept.edges, edge] };
  return kept;
}
