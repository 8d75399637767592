// @ts-check

/** The clock advances with reads, so that code which waits for a time still ends. */
const READS_A_MILLISECOND = 1_000;

const LOCAL = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'];

/** Sets the zone of the thread's dates to UTC, whatever the server's is: QuickJS takes its zone from them. */
export function standInUtc() {
  const dates = /** @type {Record<string, any>} */ (/** @type {unknown} */ (Date.prototype));
  dates.getTimezoneOffset = () => 0;
  for (const part of LOCAL) dates[`get${part}`] = dates[`getUTC${part}`];
}

/**
 * The thread's clock as QuickJS reads it. A call with a given time gets that time, whatever the machine's
 * clock, so that the same code gives the same result again. It advances a millisecond every thousand reads.
 */
export class GuestClock {
  #system = Date.now;
  /** @type {number | undefined} */
  #nowMs;
  #reads = 0;

  constructor() {
    Date.now = () => this.#read();
  }

  /** @param {number | undefined} nowMs undefined for the machine's own clock */
  set(nowMs) {
    this.#nowMs = nowMs;
    this.#reads = 0;
  }

  /** True if code has read the time that it was given. */
  get wasRead() {
    return this.#reads > 0;
  }

  #read() {
    if (this.#nowMs === undefined) return this.#system();
    const nowMs = this.#nowMs + Math.floor(this.#reads / READS_A_MILLISECOND);
    this.#reads += 1;
    return nowMs;
  }
}
