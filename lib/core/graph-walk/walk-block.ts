/**
 * A block of one level of a workflow, which is the top or the inside of one container. The blocks of a level
 * are in an order in which every edge leads forward.
 */
export interface WalkBlock {
  /** Its place in the order. */
  readonly index: number;
  /** True if it begins without an edge: an iteration begins with all such blocks, a run with one. */
  readonly starts: boolean;
  /** The number of edges into it. */
  readonly incoming: number;
  /** Indices of the blocks behind each port. */
  readonly targets: ReadonlyMap<string, readonly number[]>;
}

/** A block that may have others inside. */
export interface NestedBlock<B> extends WalkBlock {
  readonly members: { readonly blocks: readonly B[] } | null;
}

/** Groups a block's edges by their ports; those to blocks of no known index are left out. */
export function targetsOf(
  outgoing: ReadonlyArray<{ sourceHandle: string; target: string }>,
  indexOf: ReadonlyMap<string, number>,
): Map<string, number[]> {
  const targets = new Map<string, number[]>();
  for (const { sourceHandle, target } of outgoing) {
    const index = indexOf.get(target);
    if (index === undefined) continue;
    const listed = targets.get(sourceHandle);
    if (listed) listed.push(index);
    else targets.set(sourceHandle, [index]);
  }
  return targets;
}
