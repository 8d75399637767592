import type { WalkBlock } from './walk-block';

/** The state of a block's incoming edges together: at `taken` the block begins, at `dead` it is skipped. */
export type JoinState = 'open' | 'taken' | 'dead';

/**
 * The rule by which edges join at a block: it waits for all of them, and begins if a run took at least one.
 * @param open the number of edges that are not settled yet
 * @param taken the number of edges that were taken
 */
export function joinState(open: number, taken: number): JoinState {
  if (open > 0) return 'open';
  return taken > 0 ? 'taken' : 'dead';
}

/** Tracks which edges of a level are settled, counted by the block that they lead to. */
export class OpenEdges {
  /** The numbers of unsettled and of taken edges by block index. */
  readonly #open: number[];
  readonly #taken: number[];

  constructor(blocks: readonly WalkBlock[]) {
    this.#open = blocks.map(({ incoming }) => incoming);
    this.#taken = blocks.map(() => 0);
  }

  /** Settles one edge to the block with this index. */
  settle(index: number, isTaken: boolean): JoinState {
    const open = (this.#open[index] ?? 0) - 1;
    const taken = (this.#taken[index] ?? 0) + (isTaken ? 1 : 0);
    this.#open[index] = open;
    this.#taken[index] = taken;
    return joinState(open, taken);
  }

  stateOf(index: number): JoinState {
    return joinState(this.#open[index] ?? 0, this.#taken[index] ?? 0);
  }
}
