// @ts-check
/**
 * The result of one look at the main thread.
 * @typedef {object} Look
 * @property {number} beats
 * @property {number} atMs
 * @property {number} cpuMs processor time of the main thread so far
 * @property {boolean} isWaiting true if it neither runs nor wants a core
 */

/** A longer gap between two looks shows that the watcher itself was held up. */
const LONGEST_GAP_MS = 500;
/**
 * The share of waiting time that counts: it may be a wait for a V8 helper without a core, or for the disk.
 */
const WAITING_COUNTS = 0.5;

/**
 * Measures how long an event loop has blocked itself. Time in which the machine, a debugger or other
 * programs kept it from running doesn't count: only its processor time, half of the time that it sleeps
 * inside a call, and at most the usual gap between two looks.
 */
export class Stall {
  /** @type {Look | null} */
  #last = null;
  stillMs = 0;

  /** @param {Look} look @returns {number} ms that the loop has been blocked */
  see(look) {
    const last = this.#last;
    this.#last = look;
    if (last === null || last.beats !== look.beats) {
      this.stillMs = 0;
      return 0;
    }
    const gapMs = Math.min(LONGEST_GAP_MS, look.atMs - last.atMs);
    const ranMs = Math.min(gapMs, look.cpuMs - last.cpuMs);
    this.stillMs += look.isWaiting ? Math.max(ranMs, gapMs * WAITING_COUNTS) : ranMs;
    return this.stillMs;
  }
}
