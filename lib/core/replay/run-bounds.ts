import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { entryOf } from '../engine/entry-of';
import type { StandIn } from '../engine/partial-run';
import { ancestorsOf, containersAround, reachableFrom, type WorkflowGraph } from '../workflow/graph';

export interface RunBounds {
  /** The block that the run begins with, if it isn't the first. */
  fromId: string | undefined;
  /** The block that it ends with, if it isn't the last. */
  untilId: string | undefined;
}

export const startsOf = ({ blocks }: Pick<CompiledWorkflow, 'blocks'>): CompiledBlock[] =>
  blocks.filter(({ starts }) => starts);

/** True for the block that begins runs of people and callers: unlike a trigger it may run again. */
export const isStart = ({ starts, isTrigger }: CompiledBlock): boolean => starts && !isTrigger;

/** Returns the block that a run begins with: the usual one, unless that doesn't lead to its bounds. */
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

/** Returns the ids of all blocks but those that lie behind `fromId` and on the way to `untilId`. */
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
  // The blocks in a container on the way run with it, unless the run ends inside that container.
  const isOnTheWay = (id: string): boolean =>
    towards === null ||
    towards.has(id) ||
    containersAround(graph, id).some((around) => towards.has(around) && !aroundUntil.has(around));
  return new Set(blocks.filter((block) => !isBehind(block) || !isOnTheWay(block.id)).map(({ id }) => id));
}

/** Returns the blocks that are executed, including those in executed containers. */
export function executedBlocks(
  graph: Pick<CompiledWorkflow, 'blocks'>,
  isExecuted: (block: CompiledBlock) => boolean,
): CompiledBlock[] {
  return graph.blocks
    .filter(isExecuted)
    .flatMap((block) => [block, ...(block.members ? executedBlocks(block.members, isExecuted) : [])]);
}
