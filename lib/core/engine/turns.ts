const BEGUN_IN_A_TURN = 64;

/**
 * Spreads the blocks and iterations of a run over turns of the event loop: 2,000 quick blocks behind one
 * would take most of a second.
 */
export class Turns {
  /** The blocks and iterations that have begun, or wait to, since the run last began blocks at once. */
  #begun = 0;
  /** The last turn that blocks wait for. */
  #last: Promise<void> | undefined;

  constructor(
    /** Yields to the event loop. Without it, all begin at once. */
    readonly giveWay: (() => Promise<void>) | undefined,
  ) {}

  /**
   * Called by each block and iteration before it begins. Returns a promise to wait for if many have begun in
   * this turn.
   */
  take(): Promise<void> | undefined {
    const { giveWay } = this;
    if (!giveWay) return undefined;
    this.#begun += 1;
    if (this.#begun <= BEGUN_IN_A_TURN) return undefined;
    if (this.#begun % BEGUN_IN_A_TURN === 1) this.#append(giveWay);
    return this.#last;
  }

  /** Adds a turn behind those that are waited for; after the last one, blocks begin at once again. */
  #append(giveWay: () => Promise<void>): void {
    const turn: Promise<void> = (this.#last ?? Promise.resolve()).then(giveWay).then(() => {
      if (this.#last !== turn) return;
      this.#last = undefined;
      this.#begun = 0;
    });
    this.#last = turn;
  }
}
