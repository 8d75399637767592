// @ts-check

/** So that code which waits for a time to come still ends. */
const READS_A_MILLISECOND = 1_000;

const LOCAL = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'];

/** QuickJS asks the thread's dates for its own zone: it is UTC, whatever the server's is. */
export function standInUtc() {
  const dates = /** @type {Record<string, any>} */ (/** @type {unknown} */ (Date.prototype));
  dates.getTimezoneOffset = () => 0;
  for (const part of LOCAL) dates[`get${part}`] = dates[`getUTC${part}`];
}

/**
 * The thread's clock as QuickJS reads it. A call that says when it is has that time, whatever the machine's
 * clock says: the same code then gives the same again. It goes on a millisecond every thousand looks.
 */
export class GuestClock {
  #system = Date.now;
  /** @type {number | undefined} */
  #nowMs;
  #reads = 0;

  constructor() {
    Date.now = () => this.#read();
  }

  /** @param {number | undefined} nowMs undefined: the machine's own */
  set(nowMs) {
    this.#nowMs = nowMs;
    this.#reads = 0;
  }

  /** Whether code has looked at the time it was given. */
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
