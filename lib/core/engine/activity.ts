/**
 * Counts what of a run works and what only waits for something outside. Once nothing works any more while
 * something waits, the run stands still: nobody needs to hold it.
 */
export class Activity {
  #working = 0;
  #waiting = 0;
  #asked = false;

  constructor(
    readonly standsStill: (() => void) | undefined,
    /** Lets what was just settled begin what comes next. */
    readonly giveWay: (() => Promise<void>) | undefined,
  ) {}

  begin(): void {
    this.#working += 1;
  }

  end(): void {
    this.#working -= 1;
    if (this.#isStill()) this.#askLater();
  }

  /** What has begun only waits from here on. @returns to be called when it goes on */
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
