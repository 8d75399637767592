interface Held {
  order: number;
  release: () => void;
}

/**
 * Lets blocks end one at a time, in the recorded order: once none works any more, the earliest of those
 * that have their results. So the outcome of chance in the recorded run is repeated.
 */
export class EndsInOrder {
  readonly #held: Held[] = [];
  #working = 0;
  #looking = false;
  #over = false;

  constructor(
    /** Settles once everything that can go on without waiting has done so. */
    readonly turn: () => Promise<void>,
    /** Called when nothing of the run continues. */
    readonly onStill: () => void,
  ) {}

  /** `order`: the block's place in the recorded order; the result is returned when it is its turn. */
  async hold<T>(order: number, work: Promise<T>): Promise<T> {
    const result = await work;
    await new Promise<void>((release) => {
      this.#held.push({ order, release });
      this.look();
    });
    return result;
  }

  /** Runs work during which no block ends. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.look();
    }
  }

  close(): void {
    this.#over = true;
  }

  look(): void {
    if (this.#looking || this.#over) return;
    this.#looking = true;
    void this.turn().then(() => {
      this.#looking = false;
      if (this.#over || this.#working > 0) return;
      const next = this.#takeEarliest();
      if (next === null) this.onStill();
      else {
        next.release();
        this.look();
      }
    });
  }

  #takeEarliest(): Held | null {
    let earliest = 0;
    for (let at = 1; at < this.#held.length; at += 1)
      if (this.#held[at]!.order < this.#held[earliest]!.order) earliest = at;
    return this.#held.splice(earliest, 1)[0] ?? null;
  }
}
