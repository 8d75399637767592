import { orderBlocks, type WorkflowGraph } from '../workflow/graph';
import type { ReadBlock } from '../workflow/read-blocks';

/** One way that a run may take through blocks. */
export interface PossiblePath {
  /** Ids of the blocks that it comes to, also of disabled ones. */
  reached: ReadonlySet<string>;
  /** Ids of the edges that it follows. */
  taken: ReadonlySet<string>;
}

/** Doubled by each branch that doesn't lead back into the others. */
export const MAX_PATHS = 512;

export interface PathSpace {
  graph: WorkflowGraph;
  read: ReadonlyMap<string, ReadBlock>;
  /** The blocks of one container, or of none, that are looked at. */
  within: ReadonlySet<string>;
  /** Those at which a run begins. */
  entries: ReadonlySet<string>;
}

/**
 * Returns each way that a run may take, by the branches that it chooses and the failures that are handled;
 * null if there are more than `MAX_PATHS`. A failure without an error port ends a run and is no way.
 */
export function possiblePaths(space: PathSpace): PossiblePath[] | null {
  const { graph, within } = space;
  const order = orderBlocks(graph).order.filter((id) => within.has(id));
  const ways = new Map(order.map((id) => [id, waysOut(space, id)]));
  const paths: PossiblePath[] = [];
  for (let choices: number[] | null = []; choices !== null; ) {
    const { path, counts } = follow(space, { order, ways, choices });
    paths.push(path);
    if (paths.length > MAX_PATHS) return null;
    choices = nextChoices(choices, counts);
  }
  return paths;
}

type Ways = ReadonlyArray<ReadonlySet<string>>;

/** Follows one way; `counts` has the number of ways out of each block that had several. */
function follow(
  { graph, entries }: PathSpace,
  {
    order,
    ways,
    choices,
  }: { order: readonly string[]; ways: ReadonlyMap<string, Ways>; choices: readonly number[] },
): { path: PossiblePath; counts: number[] } {
  const reached = new Set<string>();
  const taken = new Set<string>();
  const counts: number[] = [];
  for (const id of order) {
    if (!entries.has(id) && !(graph.incoming.get(id) ?? []).some((edge) => taken.has(edge.id))) continue;
    reached.add(id);
    const out = ways.get(id) ?? [];
    const choice = out.length > 1 ? (choices[counts.length] ?? 0) : 0;
    if (out.length > 1) counts.push(out.length);
    for (const edge of graph.outgoing.get(id) ?? [])
      if (out[choice]?.has(edge.sourceHandle)) taken.add(edge.id);
  }
  return { path: { reached, taken }, counts };
}

/** Counts on as an odometer does; null after the last. */
function nextChoices(choices: readonly number[], counts: readonly number[]): number[] | null {
  for (let place = counts.length - 1; place >= 0; place -= 1) {
    const next = (choices[place] ?? 0) + 1;
    if (next >= (counts[place] ?? 0)) continue;
    return [...counts.slice(0, place).map((_, index) => choices[index] ?? 0), next];
  }
  return null;
}

/** Returns the ways out of a block, each with the connected ports that a run takes together. */
function waysOut({ graph, read }: PathSpace, id: string): Ways {
  const found = read.get(id);
  if (found === undefined) return [];
  const connected = new Set((graph.outgoing.get(id) ?? []).map(({ sourceHandle }) => sourceHandle));
  const { block, ports } = found;
  const onward = ports.filter(({ kind }) => kind !== 'error' && kind !== 'early');
  if (!block.enabled) return [new Set(onward.slice(0, 1).map((port) => port.id))];
  const early = ports.filter(({ kind }) => kind === 'early').map((port) => port.id);
  const failures = ports.filter((port) => port.kind === 'error' && connected.has(port.id));
  const ways = [...onward, ...failures].map((port) =>
    [port.id, ...early].filter((each) => connected.has(each)),
  );
  const distinct = new Map(ways.map((way) => [JSON.stringify(way), new Set(way)]));
  return distinct.size === 0 ? [new Set(early)] : [...distinct.values()];
}
