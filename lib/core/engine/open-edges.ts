import type { CompiledBlock } from './compile-block';

/**
 * Whether a block may begin: `open` while edges to it are not settled, then whether one of them was taken.
 */
export type EdgesOfBlock = 'open' | 'taken' | 'dead';

/** Which of the edges of a graph are settled, counted by the block that they lead to. */
export class OpenEdges {
  /** By block index. */
  readonly #open: number[];
  readonly #taken: boolean[];

  constructor(blocks: readonly CompiledBlock[]) {
    this.#open = blocks.map(({ incoming }) => incoming);
    this.#taken = blocks.map(() => false);
  }

  /** Settles one edge to the block of this index. */
  settle(index: number, taken: boolean): EdgesOfBlock {
    const open = (this.#open[index] ?? 0) - 1;
    this.#open[index] = open;
    if (taken) this.#taken[index] = true;
    if (open > 0) return 'open';
    return this.#taken[index] ? 'taken' : 'dead';
  }
}
