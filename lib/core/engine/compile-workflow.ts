import { groupedBy } from '../../platform/grouped-by';
import type { BlockError } from '../blocks/block';
import type { SetOfRun } from '../blocks/capabilities';
import type { Field } from '../blocks/field';
import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import { beginsItself, startsRuns } from '../graph-walk/beginnings';
import { knownHeads } from '../references/find-references';
import { RUN_VARIABLES, slugOf } from '../references/slug';
import type { KnownHead } from '../references/template';
import { checkStructure, startingBlocks } from '../workflow/check-structure';
import {
  ancestryOf,
  containersAround,
  graphOf,
  orderBlocks,
  reachableFrom,
  type WorkflowGraph,
} from '../workflow/graph';
import { type ReadBlock, readBlockSteps } from '../workflow/read-blocks';
import type { WorkflowDocument } from '../workflow/schema';
import { atOnce, type Steps } from '../workflow/steps';
import { type CompiledBlock, type CompiledGraph, compileBlock } from './compile-block';

/** A document prepared for runs: once for each snapshot, shared by all its runs, never changed. */
export interface CompiledWorkflow extends CompiledGraph {
  readonly document: WorkflowDocument;
  /** The reason why no run of it can begin; the other members are then empty. */
  readonly problem: BlockError | null;
  /** Slugs of blocks that no run reaches; references to them are missing. */
  readonly unreachedSlugs: readonly string[];
  /** Ids of the blocks whose output can be the run's answer. */
  readonly answering: ReadonlySet<string>;
  /** The output member with the text that a block writes, by block id. */
  readonly writing: ReadonlyMap<string, string>;
  /** Ids of the blocks whose output sets the run's variables. */
  readonly setting: ReadonlySet<string>;
  /** Ids of the blocks whose output tags the run. */
  readonly tagging: ReadonlySet<string>;
  /** Slugs of blocks whose status, error or whole output others refer to, and so check for a failure. */
  readonly checkedSlugs: ReadonlySet<string>;
  /** True if a run of it may be parked. */
  readonly mayWait: boolean;
  /** Names of the `{{NAME}}` variables in its blocks. */
  readonly variableNames: readonly string[];
  /** Credentials that were typed in rather than read from a variable. */
  readonly literalSecrets: readonly string[];
}

const SHORTEST_RUN_WIDE_SECRET = 8;
const STOPS_A_RUN: ReadonlySet<string> = new Set(['START_MISSING', 'BLOCK_LIMIT']);

/** Compiles a document. Never throws: the result's `problem` says why a document can't be run. */
export const compileWorkflow = (
  document: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): CompiledWorkflow => atOnce(compileSteps(document, definitions));

/** Compiles a document in short steps, for use where others wait. */
export function* compileSteps(
  document: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): Steps<CompiledWorkflow> {
  const runnable = withoutNoteEdges(document, definitions);
  const graph = graphOf(runnable);
  const read = yield* readBlockSteps(graph, definitions, new WeakMap());
  const stop = checkStructure(runnable, graph, read).find(
    ({ code, refuses }) => refuses || STOPS_A_RUN.has(code),
  );
  if (stop) return refusedWorkflow(document, { code: stop.code, message: stop.message });

  yield;
  const reached = reachableFrom(graph, startingBlocks(read));
  const compiled: CompiledBlock[] = [];
  const order = orderBlocks(graph).order.filter((id) => reached.has(id));
  // Sorted once, because there may be many containers.
  const orders = groupedBy(order, (id) => graph.blocks.get(id)?.parentId);
  const context = { graph, read, ...scopesOf(graph, read), orders, compiled };
  const root = yield* compileGraph(undefined, context);
  return {
    document,
    problem: null,
    ...root,
    unreachedSlugs: [...graph.blocks]
      .filter(([id, { parentId }]) => parentId === undefined && !reached.has(id))
      .map(([, { name }]) => slugOf(name)),
    answering: setting(compiled, 'response'),
    writing: new Map(
      compiled.flatMap(({ id, writesText }) => (writesText === null ? [] : [[id, writesText] as const])),
    ),
    setting: setting(compiled, 'variables'),
    tagging: setting(compiled, 'tags'),
    checkedSlugs: new Set(checkedSlugsIn(compiled)),
    mayWait: compiled.some((block) => block.mayWait) || waitsForServers(document, read),
    ...secretsNamedIn(compiled),
  };
}

const setting = (blocks: readonly CompiledBlock[], what: SetOfRun): ReadonlySet<string> =>
  new Set(blocks.filter(({ sets }) => sets === what).map(({ id }) => id));

/** True if a block leaves it to the workflow whether its run waits for its server, and the workflow says so. */
function waitsForServers({ settings }: WorkflowDocument, read: ReadonlyMap<string, ReadBlock>): boolean {
  if (settings?.waitForServers !== true) return false;
  return [...read.values()].some(
    ({ definition, config }) => definition.outsideWork?.waitsForServer?.(config) === null,
  );
}

/** Drops edges of notes, which earlier versions allowed. Returns the same document if there are none. */
function withoutNoteEdges(document: WorkflowDocument, definitions: BlockDefinitions): WorkflowDocument {
  const { blocks } = document;
  const isNote = (id: string) => definitions.get(blocks[id]?.type ?? '')?.note !== undefined;
  const edges = document.edges.filter(({ source, target }) => !isNote(source) && !isNote(target));
  return edges.length === document.edges.length ? document : { ...document, edges };
}

/**
 * Compiles the same blocks for running one of them alone: unreached ones too, and whatever else is wrong
 * with the document. Containers are empty.
 */
export function* eachBlockSteps(
  document: WorkflowDocument,
  definitions: BlockDefinitions = blockDefinitions,
): Steps<Pick<CompiledWorkflow, 'blocks' | 'variableNames' | 'literalSecrets'>> {
  const graph = graphOf(document);
  const read = yield* readBlockSteps(graph, definitions, new WeakMap());
  const indexOf = new Map([...read.keys()].map((id, index) => [id, index]));
  const { isKnownHead, isInScope } = scopesOf(graph, read);
  const blocks: CompiledBlock[] = [];
  for (const [id, block] of read) {
    yield;
    blocks.push(
      yield* compileBlock(block, {
        index: blocks.length,
        incoming: (graph.incoming.get(id) ?? []).length,
        outgoing: graph.outgoing.get(id) ?? [],
        indexOf,
        isKnownHead,
        isInScope: (slug, when) => isInScope(slug, id, when),
        inside: null,
        starts: startsRuns(block.definition),
      }),
    );
  }
  return { blocks, ...secretsNamedIn(blocks) };
}

interface CompileContext extends Scopes {
  graph: WorkflowGraph;
  /** Ids of the blocks directly in each container and, under `undefined`, at the top, in their order. */
  orders: ReadonlyMap<string | undefined, readonly string[]>;
  read: ReadonlyMap<string, ReadBlock>;
  /** All compiled blocks, including those in containers. */
  compiled: CompiledBlock[];
}

/** Compiles the blocks directly in one container or at the top. */
function* compileGraph(parentId: string | undefined, context: CompileContext): Steps<CompiledGraph> {
  const { graph, read, orders, isKnownHead, isInScope, compiled } = context;
  const here = orders.get(parentId) ?? [];
  const indexOf = new Map(here.map((id, index) => [id, index]));
  const blocks: CompiledBlock[] = [];
  for (const [index, id] of here.entries()) {
    yield;
    const block = read.get(id);
    if (!block) throw new Error(`Block ${id} has an unknown type.`);
    // Edges of blocks that no run reaches would never settle.
    const incoming = (graph.incoming.get(id) ?? []).filter(({ source }) => indexOf.has(source)).length;
    const compiledBlock = yield* compileBlock(block, {
      index,
      incoming,
      outgoing: graph.outgoing.get(id) ?? [],
      indexOf,
      isKnownHead,
      isInScope: (slug, when) => isInScope(slug, id, when),
      inside: block.definition.container ? yield* compileGraph(id, context) : null,
      starts: beginsItself({ parentId }, block.definition, incoming),
    });
    compiled.push(compiledBlock);
    blocks.push(compiledBlock);
  }
  return { blocks };
}

/** Returns names and literals to mask. Short literals are left out: they would blot out innocent text. */
function secretsNamedIn(blocks: readonly CompiledBlock[]) {
  const literals = blocks.flatMap(({ config }) => config.secrets);
  return {
    variableNames: [...new Set(variableNamesIn(blocks))],
    literalSecrets: [...new Set(literals.filter(({ length }) => length >= SHORTEST_RUN_WIDE_SECRET))],
  };
}

function refusedWorkflow(document: WorkflowDocument, problem: BlockError): CompiledWorkflow {
  return {
    document,
    problem,
    blocks: [],
    unreachedSlugs: [],
    answering: new Set(),
    writing: new Map(),
    setting: new Set(),
    tagging: new Set(),
    checkedSlugs: new Set(),
    mayWait: false,
    variableNames: [],
    literalSecrets: [],
  };
}

/** Members of an output that report a failure. */
const TELLS_OF_FAILURE: ReadonlySet<unknown> = new Set(['status', 'error']);

function* checkedSlugsIn(blocks: readonly CompiledBlock[]): Generator<string> {
  for (const { config } of blocks)
    for (const { template } of config.templates)
      for (const part of template.parts) {
        if (typeof part === 'string' || part.kind !== 'reference') continue;
        const { path, slug } = part.reference;
        if (path.length === 0 || TELLS_OF_FAILURE.has(path[0])) yield slug;
      }
}

function* variableNamesIn(blocks: readonly CompiledBlock[]): Generator<string> {
  for (const { config } of blocks)
    for (const { template } of config.templates)
      for (const part of template.parts)
        if (typeof part !== 'string' && part.kind === 'variable') yield part.name;
}

interface Scopes {
  isKnownHead: KnownHead;
  isInScope: (slug: string, blockId: string, when?: Field['perIteration']) => boolean;
}

/** Returns the slugs that references may name, block by block; computed when the first reference asks. */
function scopesOf(graph: WorkflowGraph, read: ReadonlyMap<string, ReadBlock>): Scopes {
  const bySlug = groupedBy(graph.blocks.values(), ({ name }) => slugOf(name));
  const setsVariables = [...read.values()].some(({ definition }) => definition.sets === 'variables');
  let isBefore: ReturnType<typeof ancestryOf> | null = null;
  return {
    isKnownHead: knownHeads(bySlug.keys()),
    isInScope: (slug, blockId, when) => {
      const around = containersAround(graph, blockId);
      const containers = when ? [blockId, ...around] : around;
      if (containers.some((id) => read.get(id)?.definition.container?.kind === slug)) return true;
      if (slug === RUN_VARIABLES && setsVariables) return true;
      isBefore ??= ancestryOf(graph);
      return (bySlug.get(slug) ?? []).some(
        ({ id, parentId }) => isBefore?.(id, blockId) || (when === 'after' && parentId === blockId),
      );
    },
  };
}
