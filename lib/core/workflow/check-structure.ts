import { RESERVED_HEADS, slugOf } from '../references/slug';
import { findCycle, reachableFrom, type WorkflowGraph } from './graph';
import { isNewer, newerDocumentWords } from './migrate-document';
import type { ReadBlock } from './read-blocks';
import type { Edge, WorkflowDocument, WorkflowProblem } from './schema';

type ReadBlocks = ReadonlyMap<string, ReadBlock>;

type Finding = Omit<WorkflowProblem, 'severity' | 'refuses'>;

const refusal = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'error', refuses: true });
const fault = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'error', refuses: false });
const warning = (finding: Finding): WorkflowProblem => ({ ...finding, severity: 'warning', refuses: false });

/** Problems of names, types and edges; what the blocks are set to is looked at elsewhere. */
export function checkStructure(
  document: WorkflowDocument,
  graph: WorkflowGraph,
  read: ReadBlocks,
): WorkflowProblem[] {
  // What a newer one means by the rest isn't known.
  if (isNewer(document)) {
    const message = newerDocumentWords(document.schemaVersion);
    return [refusal({ code: 'SCHEMA_VERSION_UNKNOWN', message })];
  }
  return [
    ...checkContainers(document),
    ...checkBlocks(document, read),
    ...checkNames(graph),
    ...checkEdges(document, graph, read),
    ...checkCycle(graph),
    ...checkStart(graph, read),
  ];
}

/** Loops and parallels don't run yet, so what would be ignored is refused. */
function checkContainers({ blocks, loops, parallels }: WorkflowDocument): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  for (const [kind, map] of Object.entries({ loops, parallels })) {
    const ids = Object.keys(map);
    if (ids.length === 0) continue;
    const names = ids.join(', ').slice(0, 100);
    const message = `"${kind}" names ${names}, but ${kind} can't run yet; leave it empty.`;
    problems.push(refusal({ code: 'CONTAINER_UNKNOWN', message }));
  }
  for (const block of Object.values(blocks)) {
    const { name, parentId } = block;
    if (parentId === undefined) continue;
    const message = `"${name}" is inside "${parentId}", which is not a container; remove its parentId.`;
    problems.push(refusal({ code: 'CONTAINER_UNKNOWN', message, blockId: block.id }));
  }
  return problems;
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
      const message = `"${block.name}" has the unknown type "${block.type}".`;
      problems.push(refusal({ code: 'BLOCK_TYPE_UNKNOWN', message, blockId: key }));
      continue;
    }
    const count = (counts.get(block.type) ?? 0) + 1;
    counts.set(block.type, count);
    if (definition.limit !== undefined && count > definition.limit) {
      const { limit, title } = definition;
      const message = `A workflow has at most ${limit} ${title} block; remove "${block.name}".`;
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

function checkEnds(edge: Edge, graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const edgeId = edge.id;
  const source = graph.blocks.get(edge.source);
  const target = graph.blocks.get(edge.target);
  if (!source || !target) {
    const message = `A connection leads ${source ? 'to' : 'from'} a block that doesn't exist.`;
    return [refusal({ code: 'EDGE_END_UNKNOWN', message, edgeId })];
  }
  const problems: WorkflowProblem[] = [];
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

/** Blocks that begin a run: nothing leads into them, something leads out. */
export function startingBlocks(read: ReadBlocks): string[] {
  return [...read]
    .filter(([, { definition, ports }]) => !definition.hasInput && ports.length > 0)
    .map(([id]) => id);
}

function checkStart(graph: WorkflowGraph, read: ReadBlocks): WorkflowProblem[] {
  const starts = startingBlocks(read);
  if (starts.length === 0) {
    const message = 'The workflow has no first block; add a Start block.';
    return [fault({ code: 'START_MISSING', message })];
  }
  const reached = reachableFrom(graph, starts);
  return [...graph.blocks]
    .filter(([id]) => !reached.has(id) && read.get(id)?.definition.hasInput === true)
    .map(([blockId, { name }]) =>
      warning({ code: 'UNREACHABLE', message: `"${name}" never runs: nothing is connected to it.`, blockId }),
    );
}
