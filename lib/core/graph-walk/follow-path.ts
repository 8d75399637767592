import { OpenEdges } from './open-edges';
import type { WalkBlock } from './walk-block';

/** The facts of one pass over a level, real or imagined. */
export interface Pass<B> {
  /** True for the blocks that it begins with. */
  begins: (block: B) => boolean;
  /** Returns the ports that it takes from a block that it comes to, which is asked once, in their order. */
  portsTaken: (block: B) => ReadonlySet<string>;
}

const NO_PORTS: ReadonlySet<string> = new Set();

/** Returns the blocks that a pass over a level comes to, also disabled ones: the way that the engine would go. */
export function followPath<B extends WalkBlock>(
  blocks: readonly B[],
  { begins, portsTaken }: Pass<B>,
): Set<B> {
  const edges = new OpenEdges(blocks);
  const reached = new Set<B>();
  for (const block of blocks) {
    const isReached = block.starts ? begins(block) : edges.stateOf(block.index) === 'taken';
    if (isReached) reached.add(block);
    const ports = isReached ? portsTaken(block) : NO_PORTS;
    for (const [port, targets] of block.targets)
      for (const index of targets) edges.settle(index, ports.has(port));
  }
  return reached;
}
