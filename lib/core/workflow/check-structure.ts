import { closest } from '../../platform/text/closest';
import { isTriggerBlock } from '../blocks/capabilities';
import { blockDefinitions } from '../blocks/registry/definitions';
import { startsRuns } from '../graph-walk/beginnings';
import { RESERVED_HEADS, slugOf } from '../references/slug';
import { type Container, containersOf, namesContainers } from './containers';
import { containersAround, findCycle, MAX_NESTING, reachableFrom, type WorkflowGraph } from './graph';
import { isNewer, newerDocumentWords } from './migrate-document';
import type { ReadBlock } from './read-blocks';
import type { Block, Edge, WorkflowDocument, WorkflowProblem } from './schema';

type ReadBlocks = ReadonlyMap<string, ReadBlock>;

type Finding = Omit<WorkflowProblem, 'severity' | 'refuses'>;

const refusal = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'error', refuses: true });
const fault = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'error', refuses: false });
const warning = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'warning', refuses: false });

/** Finds problems of names, types and edges; the blocks' configs are checked elsewhere. */
export function checkStructure(
  document: WorkflowDocument,
  graph: WorkflowGraph,
  read: ReadBlocks,
): WorkflowProblem[] {
  // The meaning of the rest of a newer document is unknown.
  if (isNewer(document)) {
    const message = newerDocumentWords(document.schemaVersion);
    return [refusal({ code: 'SCHEMA_VERSION_UNKNOWN', message })];
  }
  return [
    ...checkContainers(document, graph, read),
    ...checkBlocks(document, read),
    ...checkNames(graph),
    ...checkEdges(document, graph, read),
    ...checkCycle(graph),
    ...checkStart(graph, read),
  ];
}

/** Checks the containers of blocks, and that the document's maps agree with them. */
function checkContainers(
  document: WorkflowDocument,
  graph: WorkflowGraph,
  read: ReadBlocks,
): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  for (const [blockId, block] of graph.blocks) {
    const problem = block.parentId === undefined ? null : problemOfPlace(block, graph, read);
    if (problem !== null) problems.push(refusal({ ...problem, blockId }));
  }
  return problems.length > 0 ? problems : checkMaps(document);
}

function problemOfPlace(
  block: Block,
  graph: WorkflowGraph,
  read: ReadBlocks,
): Omit<Finding, 'blockId'> | null {
  const { id, name, parentId = '' } = block;
  const parent = graph.blocks.get(parentId);
  if (parent === undefined || !read.get(parentId)?.definition.container) {
    const what = parent ? `"${parent.name}"` : `"${parentId}"`;
    const message = `"${name}" is inside ${what}, which is not a container; remove its parentId.`;
    return { code: 'CONTAINER_UNKNOWN', message };
  }
  const around = containersAround(graph, id);
  if (around.length > MAX_NESTING) {
    const message = `"${name}" is inside more than ${MAX_NESTING} containers, which is the most.`;
    return { code: 'CONTAINER_TOO_DEEP', message };
  }
  if (around.at(-1) === id || graph.blocks.get(around.at(-1) as string)?.parentId !== undefined) {
    const message = `"${name}" is inside itself; take it out of "${parent.name}".`;
    return { code: 'CONTAINER_CYCLE', message };
  }
  const definition = read.get(id)?.definition;
  if (definition?.hasInput === false) {
    const what = definition.note ? 'is a note' : 'starts the workflow';
    const message = `"${name}" ${what} and can’t be inside "${parent.name}".`;
    return { code: 'CONTAINER_START', message };
  }
  return null;
}

/** Checks the maps, which are derived from the blocks: contradictions are refused rather than ignored. */
function checkMaps(document: WorkflowDocument): WorkflowProblem[] {
  // Writers need not include them at all.
  if (!namesContainers(document)) return [];
  const derived = containersOf(document);
  for (const name of ['loops', 'parallels'] as const) {
    const given = document[name];
    const ids = Object.keys(given);
    if (ids.length === 0) continue;
    const wrong = [...new Set([...ids, ...Object.keys(derived[name])])].find(
      (id) => !saysTheSame(given[id], derived[name][id]),
    );
    if (wrong === undefined) continue;
    const id = wrong.slice(0, 64);
    if (derived[name][wrong] === undefined) {
      const message = `"${name}" names "${id}", which is no such block; leave it empty, it is derived.`;
      return [refusal({ code: 'CONTAINER_UNKNOWN', message })];
    }
    const message =
      `"${name}" says something else about "${id}" than the blocks and their parentId; ` +
      `leave "${name}" empty, it is derived.`;
    return [refusal({ code: 'CONTAINER_MAP', message })];
  }
  return [];
}

/** True if a given map agrees; it may say more than is derived here, as other versions derive. */
function saysTheSame(given: unknown, derived: Container | undefined): boolean {
  if (derived === undefined || typeof given !== 'object' || given === null) return false;
  const { id, nodes, kind } = given as Partial<Container>;
  if (id !== undefined && id !== derived.id) return false;
  if (kind !== undefined && kind !== derived.kind) return false;
  return nodes === undefined || (Array.isArray(nodes) && sameMembers(nodes, derived.nodes));
}

function sameMembers(given: readonly unknown[], derived: readonly string[]): boolean {
  if (given.length !== derived.length) return false;
  const known = new Set(given);
  return derived.every((id) => known.has(id));
}

function typeWords(type: string): string {
  const types = [...blockDefinitions.keys()];
  const near = closest(type, types);
  return `${near === null ? '' : `Did you mean "${near}"? `}There are: ${types.join(', ')}.`;
}

function checkBlocks(document: WorkflowDocument, read: ReadBlocks): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const counts = new Map<string, number>();
  for (const [key, block] of Object.entries(document.blocks)) {
    const definition = read.get(key)?.definition;
    if (block.id !== key) {
      const message = `The block listed as "${key}" has the id "${block.id}"; they must be the same.`;
      problems.push(refusal({ code: 'BLOCK_ID_MISMATCH', message, blockId: key }));
    }
    if (!definition) {
      const message = `"${block.name}" has the unknown type "${block.type}". ${typeWords(block.type)}`;
      problems.push(refusal({ code: 'BLOCK_TYPE_UNKNOWN', message, blockId: key }));
      continue;
    }
    const count = (counts.get(block.type) ?? 0) + 1;
    counts.set(block.type, count);
    const limit = definition.trigger?.limit;
    if (limit !== undefined && count > limit) {
      const message = `A workflow has at most ${limit} ${definition.title} block; remove "${block.name}".`;
      problems.push(fault({ code: 'BLOCK_LIMIT', message, blockId: key }));
    }
  }
  return problems;
}

function checkNames(graph: WorkflowGraph): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const owners = new Map<string, string>();
  for (const [blockId, { name }] of graph.blocks) {
    const slug = slugOf(name);
    const owner = owners.get(slug);
    if (owner !== undefined) {
      const message = `"${owner}" and "${name}" can't be told apart in references; rename one.`;
      problems.push(refusal({ code: 'NAME_DUPLICATE', message, blockId }));
    } else {
      owners.set(slug, name);
    }
    if (RESERVED_HEADS.has(slug)) {
      const message = `"${name}" already means something in references; choose another name.`;
      problems.push(fault({ code: 'NAME_RESERVED', message, blockId }));
    }
  }
  return problems;
}

function checkEdges(document: WorkflowDocument, graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const ids = new Set<string>();
  const joins = new Set<string>();
  for (const edge of document.edges) {
    const join = JSON.stringify([edge.source, edge.sourceHandle, edge.target, edge.targetHandle]);
    if (ids.has(edge.id) || joins.has(join)) {
      const message = ids.has(edge.id)
        ? `Two connections have the id "${edge.id}".`
        : 'The same two blocks are connected twice in the same way.';
      problems.push(refusal({ code: 'EDGE_DUPLICATE', message, edgeId: edge.id }));
    }
    ids.add(edge.id);
    joins.add(join);
    problems.push(...checkEnds(edge, graph, read));
  }
  return problems;
}

const containerOf = ({ parentId = '' }: Block, read: ReadBlocks): string | undefined =>
  read.get(parentId)?.definition.container ? parentId : undefined;

function checkEnds(edge: Edge, graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const edgeId = edge.id;
  const source = graph.blocks.get(edge.source);
  const target = graph.blocks.get(edge.target);
  if (!source || !target) {
    const message = `A connection leads ${source ? 'to' : 'from'} a block that doesn't exist.`;
    return [refusal({ code: 'EDGE_END_UNKNOWN', message, edgeId })];
  }
  const note = [source, target].find(({ id }) => read.get(id)?.definition.note);
  if (note) {
    const message = `"${note.name}" is a note; notes take no part in a run and can’t be connected.`;
    return [refusal({ code: 'EDGE_OF_NOTE', message, edgeId, blockId: note.id })];
  }
  const problems: WorkflowProblem[] = [];
  if (containerOf(source, read) !== containerOf(target, read)) {
    const message =
      `The connection from "${source.name}" to "${target.name}" crosses the border of a container; ` +
      'connect blocks inside the same one.';
    problems.push(refusal({ code: 'EDGE_CROSSES_CONTAINER', message, edgeId }));
  }
  const ports = read.get(edge.source)?.ports;
  const targetDefinition = read.get(edge.target)?.definition;
  const handle = edge.sourceHandle;
  if (ports && !ports.some(({ id }) => id === handle)) {
    const message = `"${source.name}" has no output "${handle}"; this connection is never followed.`;
    problems.push(fault({ code: 'EDGE_HANDLE_UNKNOWN', message, edgeId, blockId: edge.source }));
  }
  if (targetDefinition && !targetDefinition.hasInput) {
    const message = `No block can come before "${target.name}".`;
    problems.push(fault({ code: 'EDGE_INTO_START', message, edgeId, blockId: edge.target }));
  } else if (targetDefinition && edge.targetHandle !== 'in') {
    const message = `"${target.name}" has no input "${edge.targetHandle}".`;
    problems.push(fault({ code: 'EDGE_HANDLE_UNKNOWN', message, edgeId, blockId: edge.target }));
  }
  return problems;
}

function checkCycle(graph: WorkflowGraph): WorkflowProblem[] {
  const cycle = findCycle(graph);
  if (!cycle) return [];
  const names = [...cycle, cycle[0] as string].map((id) => graph.blocks.get(id)?.name ?? id);
  const message = `The connections form a cycle: ${names.join(' → ')}.`;
  return [refusal({ code: 'CYCLE', message, blockId: cycle[0] as string })];
}

/** Returns the blocks that begin a run. */
export function startingBlocks(read: ReadBlocks): string[] {
  return [...read]
    .filter(([, { block, definition }]) => startsRuns(definition) && block.parentId === undefined)
    .map(([id]) => id);
}

function checkStart(graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const starts = startingBlocks(read);
  if (starts.length === 0) {
    const message = 'The workflow has no first block; add a Start block or a trigger.';
    return [fault({ code: 'START_MISSING', message })];
  }
  const reached = reachableFrom(graph, starts);
  const unreachable = [...graph.blocks]
    .filter(([id]) => !reached.has(id) && read.get(id)?.definition.hasInput === true)
    .map(([blockId, { name }]) =>
      warning({ code: 'UNREACHABLE', message: `"${name}" never runs: nothing is connected to it.`, blockId }),
    );
  return [...checkWaysOut(starts, graph, read), ...unreachable];
}

/**
 * Finds triggers that lead nowhere: their runs succeed without doing anything. A Start may be left over
 * beside a trigger, and a workflow that has nothing but its Start was just made.
 */
function checkWaysOut(starts: readonly string[], graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const leadsOn = (id: string) => (graph.outgoing.get(id) ?? []).length > 0;
  return starts.flatMap((blockId) => {
    const { block, definition } = read.get(blockId) as ReadBlock;
    if (leadsOn(blockId) || !block.enabled) return [];
    if (isTriggerBlock(definition)) {
      const message = `"${block.name}" starts runs in which nothing happens: connect it to a block.`;
      return [fault({ code: 'TRIGGER_LEADS_NOWHERE', message, blockId })];
    }
    if (!starts.some(leadsOn)) return [];
    const message = `"${block.name}" leads nowhere, so Run does nothing: connect it, or delete it.`;
    return [warning({ code: 'START_LEADS_NOWHERE', message, blockId })];
  });
}
