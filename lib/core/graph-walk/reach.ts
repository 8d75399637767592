import type { NestedBlock, WalkBlock } from './walk-block';

const rightBehind = <B extends WalkBlock>({ targets }: B, blocks: readonly B[]): B[] =>
  [...targets.values()].flat().flatMap((index) => blocks[index] ?? []);

/** Returns the blocks of a level that edges lead to from this one, however far and by whichever ports. */
export function behind<B extends WalkBlock>(blocks: readonly B[], from: B): Set<B> {
  const found = new Set<B>();
  for (const block of blocks)
    if (block === from || found.has(block)) for (const next of rightBehind(block, blocks)) found.add(next);
  return found;
}

/** Returns the blocks of a level from which edges lead to this one, however far. */
export function before<B extends WalkBlock>(blocks: readonly B[], to: B): Set<B> {
  const found = new Set<B>();
  for (const block of blocks.toReversed())
    if (rightBehind(block, blocks).some((next) => next === to || found.has(next))) found.add(block);
  return found;
}

/** Returns all blocks, each container right before the blocks inside. */
export const allBlocks = <B extends NestedBlock<B>>(blocks: readonly B[]): B[] =>
  blocks.flatMap((block): B[] => [block, ...allBlocks<B>(block.members?.blocks ?? [])]);

/**
 * Returns the first blocks and all whose work may depend on theirs: the blocks behind them, a container
 * around one of all these with the blocks behind it, and everything inside of one.
 */
export function dependents<B extends NestedBlock<B>>(
  blocks: readonly B[],
  isFirst: (block: B) => boolean,
): Set<B> {
  const found = new Set<B>();
  const addFrom = (level: readonly B[], isInside: boolean): void => {
    for (const block of level) {
      const inside = block.members?.blocks ?? [];
      if (!isInside && !found.has(block) && !isFirst(block) && !allBlocks<B>(inside).some(isFirst)) continue;
      found.add(block);
      addFrom(inside, true);
      for (const next of rightBehind(block, level)) found.add(next);
    }
  };
  addFrom(blocks, false);
  return found;
}
