// @ts-check
import { stepInto } from '../step-into.mjs';

/** @typedef {import('../thread-protocol').ThreadCall} ThreadCall */

/** A call and the calls ahead that came with it. */
export class Chain {
  #step = 0;
  /** @type {unknown[]} */
  #results = [];

  /** @param {ThreadCall} first */
  constructor(first) {
    this.first = first;
  }

  /**
   * @param {string} json the result of the current call
   * @param {boolean} readClock
   * @returns {ThreadCall | null} the next call; null when there is none or its values can't be known here
   */
  after(json, readClock) {
    const ahead = this.first.ahead?.[this.#step];
    // The first ran at its own time; the others were given a time that isn't theirs.
    if (!ahead || (readClock && this.#step > 0)) return null;
    this.#results.push(JSON.parse(json));
    this.#step += 1;
    const { id, source, later, timeoutMs, seed } = ahead;
    const inputs = later.length === 0 ? `[${ahead.values}]` : this.#filled(ahead.values, later);
    if (inputs === null) return null;
    return { id, mode: 'value', sources: [source], inputs, timeoutMs, seed, nowMs: this.first.nowMs };
  }

  /**
   * @param {string} json
   * @param {import('../thread-protocol').ThreadCallAhead['later']} later
   */
  #filled(json, later) {
    const values = JSON.parse(json);
    for (const { index, from, path } of later) {
      const value = path.reduce(stepInto, this.#results[from]);
      if (value === undefined) return null;
      values[index] = value;
    }
    return JSON.stringify([values]);
  }
}
