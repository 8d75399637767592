/**
 * Counts the parts of a run that work and those that only wait for something outside. When none works
 * any more while some wait, the run stands still and need not be held.
 */
export class Activity {
  #working = 0;
  #waiting = 0;
  #asked = false;

  constructor(
    readonly standsStill: (() => void) | undefined,
    /** Lets work that was just settled start its successors. */
    readonly giveWay: (() => Promise<void>) | undefined,
  ) {}

  begin(): void {
    this.#working += 1;
  }

  end(): void {
    this.#working -= 1;
    if (this.#isStill()) this.#askLater();
  }

  /** Marks begun work as waiting from now on. @returns a function to call when it continues */
  rest(): () => void {
    this.#waiting += 1;
    this.end();
    let rests = true;
    return () => {
      if (!rests) return;
      rests = false;
      this.#waiting -= 1;
      this.begin();
    };
  }

  #isStill(): boolean {
    return this.#working === 0 && this.#waiting > 0;
  }

  #askLater(): void {
    const { standsStill, giveWay } = this;
    if (!standsStill || !giveWay || this.#asked) return;
    this.#asked = true;
    void giveWay().then(() => {
      this.#asked = false;
      if (this.#isStill()) standsStill();
    });
  }
}
