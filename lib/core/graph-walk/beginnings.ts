import type { BlockDefinition } from '../blocks/block';

/** True for blocks of a kind that starts runs. */
export const startsRuns = (definition: Pick<BlockDefinition, 'trigger'> | undefined): boolean =>
  definition?.trigger !== undefined;

/**
 * True for a block that begins without an edge: outside of containers one that starts runs, of which each run
 * begins with one; inside, each that nothing leads to, because an iteration begins with all of them.
 * @param incoming the number of edges into the block
 */
export const beginsItself = (
  { parentId }: { parentId?: string | undefined },
  definition: Pick<BlockDefinition, 'trigger'> | undefined,
  incoming: number,
): boolean => (parentId === undefined ? startsRuns(definition) : incoming === 0);
