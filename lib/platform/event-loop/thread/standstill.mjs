// @ts-check
/**
 * What a look at the main thread finds.
 * @typedef {object} Look
 * @property {number} beats
 * @property {number} atMs
 * @property {number} cpuMs processor time of the main thread so far
 * @property {boolean} isWaiting it neither runs nor wants a core
 */

/** A look that comes later than this after the one before tells that the watcher was held up itself. */
const LONGEST_GAP_MS = 500;
/** A thread that waits may wait for a helper of V8, or for a file, which has no core or no disk. */
const WAITING_COUNTS = 0.5;

/**
 * For how long an event loop stands still by its own doing. Time in which the machine, a debugger or other
 * programs kept it from running doesn't count: only the processor time that it takes, half of the time that
 * it sleeps inside a call, and of a gap between two looks no more than what is usual.
 */
export class Standstill {
  /** @type {Look | null} */
  #last = null;
  stillMs = 0;

  /** @param {Look} look @returns {number} for how long, in ms */
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
