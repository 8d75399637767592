import { isStartBlock } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { startsRuns } from '../graph-walk/beginnings';
import { portsAt } from '../graph-walk/ports';
import { slugOf } from '../references/slug';
import { graphOf, reachableFrom, type WorkflowGraph } from '../workflow/graph';
import { type ReadBlock, readBlockSteps } from '../workflow/read-blocks';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';
import { atOnce } from '../workflow/steps';
import { possiblePaths } from './possible-paths';

/** A called workflow, as far as its blocks can take the place of the block that calls it. */
export interface CalledPart {
  document: WorkflowDocument;
  graph: WorkflowGraph;
  read: ReadonlyMap<string, ReadBlock>;
  slugs: ReadonlySet<string>;
  bySlug: ReadonlyMap<string, Block>;
  start: Block;
  response: Block | undefined;
  /** The blocks that come along. */
  moved: readonly Block[];
  /** Where a run leaves it: at least one of these is taken in every way. */
  ends: ReadonlyArray<Pick<Edge, 'source' | 'sourceHandle'>>;
}

/** Returns the parts of a called workflow, or why they can't take the place of its call. */
export function calledPart(document: WorkflowDocument, definitions: BlockDefinitions): CalledPart | string {
  const graph = graphOf(document);
  const read = atOnce(readBlockSteps(graph, definitions, new WeakMap()));
  const all = Object.values(document.blocks);
  const unknown = all.find(({ id }) => !read.has(id));
  if (unknown !== undefined) return `Its block “${unknown.name}” is of a kind that is not known here.`;
  const definitionOf = ({ id }: Block) => read.get(id)!.definition;
  const triggers = all.filter((block) => startsRuns(definitionOf(block)) && block.enabled);
  const start = triggers.find((block) => isStartBlock(definitionOf(block)));
  if (start === undefined) return 'It has no Start block.';
  const other = triggers.find(({ id }) => id !== start.id && (graph.outgoing.get(id) ?? []).length > 0);
  if (other !== undefined) return `It also starts at “${other.name}”, which has no place in this workflow.`;
  const tags = all.find((block) => definitionOf(block).sets === 'tags');
  if (tags !== undefined) return `“${tags.name}” tags its runs, and would tag the runs of this workflow.`;
  const reached = reachableFrom(graph, [start.id]);
  const responses = all.filter(
    (block) => reached.has(block.id) && block.enabled && definitionOf(block).sets === 'response',
  );
  if (responses.length > 1) return 'It has several Response blocks.';
  const [response] = responses;
  const moved = all.filter(
    (block) =>
      definitionOf(block).note !== undefined ||
      (reached.has(block.id) && block !== start && definitionOf(block).sets !== 'response'),
  );
  if (!moved.some((block) => definitionOf(block).note === undefined))
    return 'It has no blocks between its Start and its Response.';
  const ends = endsOf({ graph, read, start, response, reached });
  if (typeof ends === 'string') return ends;
  const bySlug = new Map(all.map((block) => [slugOf(block.name), block]));
  return { document, graph, read, slugs: new Set(bySlug.keys()), bySlug, start, response, moved, ends };
}

interface Ending {
  graph: WorkflowGraph;
  read: ReadonlyMap<string, ReadBlock>;
  start: Block;
  response: Block | undefined;
  reached: ReadonlySet<string>;
}

/** What follows a call waits for all of it, so it follows the response's sources and every last block. */
function endsOf({ graph, read, start, response, reached }: Ending): CalledPart['ends'] | string {
  const within = new Set([...reached].filter((id) => graph.blocks.get(id)?.parentId === undefined));
  const last = [...within].filter(
    (id) => id !== response?.id && id !== start.id && (graph.outgoing.get(id) ?? []).length === 0,
  );
  const lastPorts = last.flatMap((id) =>
    portsAt(read.get(id)?.ports ?? [], 'success').map((port) => ({ source: id, sourceHandle: port.id })),
  );
  const paths = possiblePaths({ graph, read, within, entries: new Set([start.id]) });
  if (paths === null) return 'Its blocks branch too often.';
  const endings = new Set([
    ...(response === undefined ? [] : [response.id]),
    ...lastPorts.map(({ source }) => source),
  ]);
  if (response !== undefined && paths.some((path) => !path.reached.has(response.id)))
    return `It doesn’t reach its “${response.name}” in every case.`;
  if (paths.some((path) => [...endings].every((id) => !path.reached.has(id))))
    return 'It ends at a branch that leads nowhere.';
  const sources = response === undefined ? [] : (graph.incoming.get(response.id) ?? []);
  const unique = new Map(
    [...sources, ...lastPorts].map(({ source, sourceHandle }) => [
      JSON.stringify([source, sourceHandle]),
      { source, sourceHandle },
    ]),
  );
  return [...unique.values()];
}
