interface Held {
  order: number;
  release: () => void;
}

/**
 * Lets blocks end one at a time, in the order they once ended in: of those that have their results the
 * earliest, once none is at work any more. So what was up to chance in the recorded run goes the same way.
 */
export class EndsInOrder {
  readonly #held: Held[] = [];
  #working = 0;
  #looking = false;
  #over = false;

  constructor(
    /** Settles once everything that can go on without waiting has done so. */
    readonly turn: () => Promise<void>,
    /** Told that nothing of the run goes on. */
    readonly onStill: () => void,
  ) {}

  /** `order`: told with the result, which is given back once it is its turn. */
  async hold<T>(order: number, work: Promise<T>): Promise<T> {
    const result = await work;
    await new Promise<void>((release) => {
      this.#held.push({ order, release });
      this.look();
    });
    return result;
  }

  /** Nothing ends while this work goes on. */
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
