import type { CompiledBlock } from './compile-block';

/**
 * The state of a block's incoming edges: `open` until all are settled, then `taken` if one of them was,
 * else `dead`.
 */
export type EdgesOfBlock = 'open' | 'taken' | 'dead';

/** Tracks which edges of a graph are settled, counted by the block that they lead to. */
export class OpenEdges {
  /** The number of unsettled edges by block index. */
  readonly #open: number[];
  readonly #taken: boolean[];

  constructor(blocks: readonly CompiledBlock[]) {
    this.#open = blocks.map(({ incoming }) => incoming);
    this.#taken = blocks.map(() => false);
  }

  /** Settles one edge to the block with this index. */
  settle(index: number, taken: boolean): EdgesOfBlock {
    const open = (this.#open[index] ?? 0) - 1;
    this.#open[index] = open;
    if (taken) this.#taken[index] = true;
    if (open > 0) return 'open';
    return this.#taken[index] ? 'taken' : 'dead';
  }
}
