import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { entryOf } from '../engine/entry-of';
import type { StandIn } from '../engine/partial-run';
import { ancestorsOf, containersAround, reachableFrom, type WorkflowGraph } from '../workflow/graph';

export interface RunBounds {
  /** The block that the run begins with, where it isn't the first. */
  fromId: string | undefined;
  /** The block that it ends with, where it isn't the last. */
  untilId: string | undefined;
}

export const startsOf = ({ blocks }: Pick<CompiledWorkflow, 'blocks'>): CompiledBlock[] =>
  blocks.filter(({ starts }) => starts);

/** The block that begins runs of people and callers: unlike a trigger it may as well run again. */
export const isStart = ({ starts, isTrigger }: CompiledBlock): boolean => starts && !isTrigger;

/** All blocks that a run comes to, those in containers too. */
export function allBlocks({ blocks }: Pick<CompiledWorkflow, 'blocks'>): CompiledBlock[] {
  return blocks.flatMap((block) => [block, ...(block.members === null ? [] : allBlocks(block.members))]);
}

/** Iterations are run together: of a block in a container it is the container. */
export const outermost = (graph: WorkflowGraph, id: string): string =>
  containersAround(graph, id).at(-1) ?? id;

/** What the run begins with: as ever, unless that doesn't lead to where it is bound. */
export function entryFor(
  compiled: CompiledWorkflow,
  graph: WorkflowGraph,
  { fromId, untilId, isPinned }: RunBounds & { isPinned: (id: string) => boolean },
): CompiledBlock | null {
  const starts = startsOf(compiled);
  const usual = entryOf(starts);
  const target = fromId ?? untilId;
  if (target === undefined) return usual;
  const before = ancestorsOf(graph, target);
  const leading = starts.filter(({ id }) => id === target || before.has(id));
  if (usual !== null && leading.includes(usual)) return usual;
  return leading.find(({ id }) => isPinned(id)) ?? entryOf(leading);
}

/** Ids of the blocks that lie neither behind `fromId` nor on the way to `untilId`. */
export function leftOut(
  blocks: readonly CompiledBlock[],
  graph: WorkflowGraph,
  { fromId, untilId, standIns }: RunBounds & { standIns: Readonly<Record<string, StandIn>> },
): Set<string> {
  const after = fromId === undefined ? null : reachableFrom(graph, [fromId]);
  const before = fromId === undefined ? null : ancestorsOf(graph, fromId);
  const towards = untilId === undefined ? null : ancestorsOf(graph, untilId).add(untilId);
  const aroundUntil = new Set(untilId === undefined ? [] : containersAround(graph, untilId));
  const isBehind = (block: CompiledBlock): boolean =>
    after === null ||
    after.has(block.id) ||
    (before?.has(block.id) === true && (block.id in standIns || isStart(block) || !block.enabled));
  // What lies in a container on the way runs with it, unless it is the one that the run ends in.
  const isOnTheWay = (id: string): boolean =>
    towards === null ||
    towards.has(id) ||
    containersAround(graph, id).some((around) => towards.has(around) && !aroundUntil.has(around));
  return new Set(blocks.filter((block) => !isBehind(block) || !isOnTheWay(block.id)).map(({ id }) => id));
}

/** Those that are executed, also in containers that are. */
export function executedBlocks(
  graph: Pick<CompiledWorkflow, 'blocks'>,
  isExecuted: (block: CompiledBlock) => boolean,
): CompiledBlock[] {
  return graph.blocks
    .filter(isExecuted)
    .flatMap((block) => [block, ...(block.members ? executedBlocks(block.members, isExecuted) : [])]);
}
