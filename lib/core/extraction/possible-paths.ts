import { followPath } from '../graph-walk/follow-path';
import { targetsOf, type WalkBlock } from '../graph-walk/walk-block';
import { type WaysOut, waysOut } from '../graph-walk/ways-out';
import { orderBlocks, type WorkflowGraph } from '../workflow/graph';
import type { ReadBlock } from '../workflow/read-blocks';
import type { Edge } from '../workflow/schema';

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
  const blocks = pathBlocks(space);
  const paths: PossiblePath[] = [];
  for (let choices: number[] | null = []; choices !== null; ) {
    const { path, counts } = follow(blocks, choices);
    paths.push(path);
    if (paths.length > MAX_PATHS) return null;
    choices = nextChoices(choices, counts);
  }
  return paths;
}

interface PathBlock extends WalkBlock {
  id: string;
  outgoing: readonly Edge[];
  ways: WaysOut;
}

/** Returns the blocks with the edges among them alone. */
function pathBlocks({ graph, read, within, entries }: PathSpace): PathBlock[] {
  const order = orderBlocks(graph).order.filter((id) => within.has(id));
  const indexOf = new Map(order.map((id, index) => [id, index]));
  return order.map((id, index) => {
    const outgoing = graph.outgoing.get(id) ?? [];
    const connected = new Set(outgoing.map(({ sourceHandle }) => sourceHandle));
    const found = read.get(id);
    const isConnected = (port: string) => connected.has(port);
    return {
      id,
      index,
      outgoing,
      starts: entries.has(id),
      incoming: (graph.incoming.get(id) ?? []).filter(({ source }) => indexOf.has(source)).length,
      targets: targetsOf(outgoing, indexOf),
      ways: found === undefined ? [] : waysOut(found.ports, { enabled: found.block.enabled, isConnected }),
    };
  });
}

const NO_PORTS: ReadonlySet<string> = new Set();

/** Follows one way; `counts` has the number of ways out of each block that had several. */
function follow(
  blocks: readonly PathBlock[],
  choices: readonly number[],
): { path: PossiblePath; counts: number[] } {
  const taken = new Set<string>();
  const counts: number[] = [];
  const reached = followPath(blocks, {
    begins: () => true,
    portsTaken: ({ ways, outgoing }) => {
      const choice = ways.length > 1 ? (choices[counts.length] ?? 0) : 0;
      if (ways.length > 1) counts.push(ways.length);
      const ports = ways[choice] ?? NO_PORTS;
      for (const { id, sourceHandle } of outgoing) if (ports.has(sourceHandle)) taken.add(id);
      return ports;
    },
  });
  return { path: { reached: new Set(Array.from(reached, ({ id }) => id)), taken }, counts };
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
