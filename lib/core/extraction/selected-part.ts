import type { BlockDefinitions } from '../blocks/registry/definitions';
import { beginsItself, startsRuns } from '../graph-walk/beginnings';
import { joinState } from '../graph-walk/open-edges';
import { momentOf } from '../graph-walk/ports';
import { slugOf } from '../references/slug';
import { ancestorsOf, containersAround, graphOf, reachableFrom, type WorkflowGraph } from '../workflow/graph';
import { type ReadBlock, readBlockSteps } from '../workflow/read-blocks';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';
import { atOnce } from '../workflow/steps';
import { type PossiblePath, possiblePaths } from './possible-paths';

/** Blocks of a document that become a workflow of their own, and the rest of it. */
export interface SelectedPart {
  document: WorkflowDocument;
  definitions: BlockDefinitions;
  graph: WorkflowGraph;
  read: ReadonlyMap<string, ReadBlock>;
  slugs: ReadonlySet<string>;
  bySlug: ReadonlyMap<string, Block>;
  /** The selected blocks with all their members. */
  inside: ReadonlySet<string>;
  /** Those that lie in no other of them. */
  outer: readonly Block[];
  /** The container of all of them; undefined if they are in none. */
  parentId: string | undefined;
  /** Those that a run enters first. */
  entries: ReadonlySet<string>;
  /** The ends outside of the edges that lead in, each once. */
  sources: ReadonlyArray<Pick<Edge, 'source' | 'sourceHandle'>>;
  /** The edges that lead out. */
  exits: readonly Edge[];
  /** Every way through it. */
  paths: readonly PossiblePath[];
}

const nameOf = ({ blocks }: WorkflowDocument, id: string): string => `“${blocks[id]?.name ?? id}”`;

/** Returns the part, or why it can't be a workflow of its own, in words for its author. */
export function selectPart(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  definitions: BlockDefinitions,
): SelectedPart | string {
  const graph = graphOf(document);
  const read = atOnce(readBlockSteps(graph, definitions, new WeakMap()));
  const isInOther = (id: string) => containersAround(graph, id).some((container) => ids.has(container));
  const outer = Object.values(document.blocks).filter(({ id }) => ids.has(id) && !isInOther(id));
  const inside = new Set(outer.map(({ id }) => id));
  for (const id of inside) for (const member of graph.members.get(id) ?? []) inside.add(member);
  const running = outer.filter(({ id }) => read.get(id)?.definition.note === undefined);
  if (running.length === 0) return 'Select the blocks to extract first.';
  const unfit = [...inside].map((id) => whyUnfit(id, document, read)).find((words) => words !== null);
  if (unfit !== undefined) return unfit;
  if (new Set(outer.map(({ parentId }) => parentId)).size > 1)
    return 'These blocks lie in different containers. Select blocks of one container, or whole containers.';
  const between = blockBetween(graph, inside, running);
  if (between !== undefined) return `${nameOf(document, between)} runs between these blocks. Select it too.`;
  const ways = waysIn(document, { graph, read, inside, running });
  if (typeof ways === 'string') return ways;
  const exits = document.edges.filter(({ source, target }) => inside.has(source) && !inside.has(target));
  const within = new Set(running.map(({ id }) => id));
  const paths = possiblePaths({ graph, read, within, entries: ways.entries });
  if (paths === null) return 'These blocks branch too often to be extracted together. Select fewer.';
  const whyNot = whyNotExits(document, read, exits, paths);
  if (whyNot !== null) return whyNot;
  const bySlug = new Map(Object.values(document.blocks).map((block) => [slugOf(block.name), block]));
  const slugs = new Set(bySlug.keys());
  const parentId = outer[0]?.parentId;
  return {
    document,
    definitions,
    graph,
    read,
    slugs,
    bySlug,
    inside,
    outer,
    parentId,
    exits,
    paths,
    ...ways,
  };
}

function whyUnfit(id: string, document: WorkflowDocument, read: SelectedPart['read']): string | null {
  const definition = read.get(id)?.definition;
  const name = nameOf(document, id);
  if (definition === undefined) return `${name} is of a kind that is not known here.`;
  if (startsRuns(definition)) return `${name} starts the workflow. Leave it out of the selection.`;
  if (definition.sets === 'response')
    return `${name} sets the response of this workflow. Leave it out of the selection.`;
  if (definition.sets === 'tags')
    return `${name} tags the runs of this workflow. Leave it out of the selection.`;
  return null;
}

/** Returns a block that isn't selected, behind one that is and before another. */
function blockBetween(
  graph: WorkflowGraph,
  inside: ReadonlySet<string>,
  running: readonly Block[],
): string | undefined {
  const ids = running.map(({ id }) => id);
  const before = new Set(ids.flatMap((id) => [...ancestorsOf(graph, id)]));
  return [...reachableFrom(graph, ids)].find((id) => !inside.has(id) && before.has(id));
}

/** Returns where runs come in. One block has one input, so all that they enter must have the same sources. */
function waysIn(
  document: WorkflowDocument,
  {
    graph,
    read,
    inside,
    running,
  }: Pick<SelectedPart, 'graph' | 'read' | 'inside'> & { running: readonly Block[] },
): Pick<SelectedPart, 'entries' | 'sources'> | string {
  const entered = running.flatMap(({ id, parentId }) => {
    const into = graph.incoming.get(id) ?? [];
    const fromOutside = into.filter(({ source }) => !inside.has(source));
    const begins = beginsItself({ parentId }, read.get(id)?.definition, into.length);
    return fromOutside.length > 0 || begins ? [{ id, edges: fromOutside }] : [];
  });
  const [first] = entered;
  if (first === undefined) return 'Nothing leads to these blocks, so they never run. Connect them first.';
  const sourcesOf = (edges: readonly Edge[]) =>
    [...new Set(edges.map(({ source, sourceHandle }) => JSON.stringify([source, sourceHandle])))].sort();
  const wanted = sourcesOf(first.edges).join();
  const other = entered.find(({ edges }) => sourcesOf(edges).join() !== wanted);
  if (other !== undefined)
    return (
      `Different connections lead to ${nameOf(document, first.id)} and ${nameOf(document, other.id)}, ` +
      'but one block has one input. Select blocks that begin at one place.'
    );
  const unique = new Map(
    first.edges.map(({ source, sourceHandle }) => [
      JSON.stringify([source, sourceHandle]),
      { source, sourceHandle },
    ]),
  );
  return { entries: new Set(entered.map(({ id }) => id)), sources: [...unique.values()] };
}

/** True if the block that these edges lead to would run at the end of the path. */
export const leadsOn = ({ taken }: PossiblePath, into: readonly Edge[]): boolean =>
  joinState(0, into.filter(({ id }) => taken.has(id)).length) === 'taken';

/** One block leads on whenever it succeeds, so each block behind must be reached in every way. */
function whyNotExits(
  document: WorkflowDocument,
  read: SelectedPart['read'],
  exits: readonly Edge[],
  paths: readonly PossiblePath[],
): string | null {
  for (const { source, sourceHandle, target } of exits) {
    const port = read.get(source)?.ports.find(({ id }) => id === sourceHandle);
    const ends = `The connection “${port?.label ?? sourceHandle}” of ${nameOf(document, source)} leads out to ${nameOf(document, target)}`;
    if (port === undefined || momentOf(port) !== 'success')
      return `${ends}, but only the end of all these blocks can lead on. Select ${nameOf(document, target)} too.`;
  }
  for (const target of new Set(exits.map((edge) => edge.target))) {
    const into = exits.filter((edge) => edge.target === target);
    if (paths.every((path) => leadsOn(path, into))) continue;
    return (
      `Whether ${nameOf(document, target)} runs depends on a branch inside the selection. ` +
      `Select ${nameOf(document, target)} too, or leave the branch out.`
    );
  }
  return null;
}
