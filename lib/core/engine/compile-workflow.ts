import type { BlockError } from '../blocks/block';
import { type BlockDefinitions, blockDefinitions } from '../blocks/definitions';
import { knownHeads } from '../references/find-references';
import { slugOf } from '../references/slug';
import { checkStructure, startingBlocks } from '../workflow/check-structure';
import { ancestryOf, graphOf, orderBlocks, reachableFrom, type WorkflowGraph } from '../workflow/graph';
import { readBlocks } from '../workflow/read-blocks';
import type { WorkflowDocument } from '../workflow/schema';
import { compileBlock, type PlannedBlock } from './compile-block';

/** A document made ready to run: once for each snapshot, shared by all its runs, never changed. */
export interface CompiledWorkflow {
  readonly document: WorkflowDocument;
  /** Why no run of it can begin; the other members are then empty. */
  readonly problem: BlockError | null;
  /** Those a run can reach, so that every edge leads forward. */
  readonly blocks: readonly PlannedBlock[];
  /** Slugs of the others: references to them are missing. */
  readonly unreachedSlugs: readonly string[];
  /** Names in `{{NAME}}` that its blocks mention. */
  readonly variableNames: readonly string[];
  /** Credentials that were typed in instead of read from a variable. */
  readonly literalSecrets: readonly string[];
}

const SHORTEST_RUN_WIDE_SECRET = 8;
const STOPS_A_RUN: ReadonlySet<string> = new Set(['START_MISSING', 'BLOCK_LIMIT']);

/** Never throws: what makes a document impossible to run is the plan's `problem`. */
export function compileWorkflow(
  document: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): CompiledWorkflow {
  const graph = graphOf(document);
  const read = readBlocks(graph, definitions);
  const stop = checkStructure(document, graph, read).find(
    ({ code, refuses }) => refuses || STOPS_A_RUN.has(code),
  );
  if (stop) return refusedPlan(document, { code: stop.code, message: stop.message });

  const reached = reachableFrom(graph, startingBlocks(read));
  const order = orderBlocks(graph).order.filter((id) => reached.has(id));
  const indexOf = new Map(order.map((id, index) => [id, index]));
  const slugById = new Map(Array.from(graph.blocks, ([id, { name }]) => [id, slugOf(name)]));
  const isKnownHead = knownHeads(slugById.values());
  const isInScope = scopeOf(graph, slugById);

  const blocks = order.map((id, index) => {
    const block = read.get(id);
    if (!block) throw new Error(`Block ${id} has an unknown type.`);
    return compileBlock(block, {
      index,
      // Blocks that no run reaches would never settle their edges.
      incoming: (graph.incoming.get(id) ?? []).filter(({ source }) => reached.has(source)).length,
      outgoing: graph.outgoing.get(id) ?? [],
      indexOf,
      isKnownHead,
      isInScope: (slug) => isInScope(slug, id),
    });
  });
  return {
    document,
    problem: null,
    blocks,
    unreachedSlugs: [...slugById].filter(([id]) => !reached.has(id)).map(([, slug]) => slug),
    ...secretsNamedIn(blocks),
  };
}

/**
 * The same blocks for running one of them by itself: unreached ones too, and whatever else is wrong with the
 * document.
 */
export function compileEachBlock(
  document: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): Pick<CompiledWorkflow, 'blocks' | 'variableNames' | 'literalSecrets'> {
  const graph = graphOf(document);
  const read = readBlocks(graph, definitions);
  const ids = [...read.keys()];
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const slugById = new Map(Array.from(graph.blocks, ([id, { name }]) => [id, slugOf(name)]));
  const isKnownHead = knownHeads(slugById.values());
  const isInScope = scopeOf(graph, slugById);
  const blocks = [...read].map(([id, block], index) =>
    compileBlock(block, {
      index,
      incoming: (graph.incoming.get(id) ?? []).length,
      outgoing: graph.outgoing.get(id) ?? [],
      indexOf,
      isKnownHead,
      isInScope: (slug) => isInScope(slug, id),
    }),
  );
  return { blocks, ...secretsNamedIn(blocks) };
}

/** Short literals are concealed where they stand; masked everywhere, they would blot out innocent text. */
function secretsNamedIn(blocks: readonly PlannedBlock[]) {
  const literals = blocks.flatMap(({ config }) => config.secrets);
  return {
    variableNames: [...new Set(blocks.flatMap(variableNamesOf))],
    literalSecrets: [...new Set(literals.filter(({ length }) => length >= SHORTEST_RUN_WIDE_SECRET))],
  };
}

function refusedPlan(document: WorkflowDocument, problem: BlockError): CompiledWorkflow {
  return { document, problem, blocks: [], unreachedSlugs: [], variableNames: [], literalSecrets: [] };
}

function variableNamesOf({ config }: PlannedBlock): string[] {
  return config.templates.flatMap(({ template }) =>
    template.parts.flatMap((part) =>
      typeof part !== 'string' && part.kind === 'variable' ? [part.name] : [],
    ),
  );
}

/** Whether a block of this slug comes before the block; worked out when the first reference asks. */
function scopeOf(graph: WorkflowGraph, slugById: ReadonlyMap<string, string>) {
  const idsBySlug = new Map<string, string[]>();
  for (const [id, slug] of slugById) idsBySlug.set(slug, [...(idsBySlug.get(slug) ?? []), id]);
  let isBefore: ReturnType<typeof ancestryOf> | null = null;
  return (slug: string, blockId: string): boolean => {
    isBefore ??= ancestryOf(graph);
    return (idsBySlug.get(slug) ?? []).some((id) => isBefore?.(id, blockId));
  };
}
