import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';

/** The charge for applying one schema to one value, as text that is as expensive to compare. */
export const CHARACTERS_A_SCHEMA = 100;
/** The charge for looking at one value or one member name, besides its characters. */
export const CHARACTERS_A_VALUE = 10;
/** The most for one check, which holds the event loop: 100,000 schemas applied to values. */
const MOST_IN_A_CHECK = 100_000 * CHARACTERS_A_SCHEMA;
/** The most for all checks of a block, of a response or of an agent's answers and tool calls. */
const MOST_IN_A_BLOCK = 5 * MOST_IN_A_CHECK;
/** The most that checks do immediately; a larger one begins again in a turn of its own. */
const MOST_AT_ONCE = 2_000 * CHARACTERS_A_SCHEMA;

/** Thrown if a check takes more work than it may; `scope`: whose limit it is. */
export class CheckTooComplex extends Error {
  override readonly name = 'CheckTooComplex';
  constructor(readonly scope: 'check' | 'block') {
    super(
      scope === 'check'
        ? 'Checking it takes too much work. Simplify the schema, or check a smaller value.'
        : 'All checks of this block together take too much work. Use fewer or simpler schemas.',
    );
  }
}

class NeedsOwnTurn extends Error {}

let lastRest: Promise<void> = Promise.resolve();

/**
 * Runs the large checks of this process one after the other, each in a turn of its own. Then the event loop is
 * left to others for as long: a request takes several turns, and would wait for a check in each of them.
 */
function afterOthers<Result>(check: () => Result): Promise<Result> {
  let heldMs = 0;
  const checked = lastRest
    .then(() => nextTurn())
    .then(() => {
      const beganAt = performance.now();
      try {
        return check();
      } finally {
        heldMs = performance.now() - beganAt;
      }
    });
  const thenRest = () => rest(heldMs);
  lastRest = checked.then(thenRest, thenRest);
  return checked;
}

/**
 * Counts the work of all checks of one block, in characters: those that are compared, and a charge for each
 * name, pointer and schema. Steps alone say little, because a single one may read half a megabyte.
 */
export class CheckWork {
  #done = 0;
  #until = 0;
  #isAtOnce = false;
  /** What small checks may still do before others have a turn. */
  #leftAtOnce = MOST_AT_ONCE;

  /**
   * Runs a check: at once if it is small, else as `afterOthers` says. @throws CheckTooComplex
   */
  async inTurns<Result>(check: () => Result): Promise<Result> {
    const before = this.#done;
    try {
      const result = this.#run(check, this.#leftAtOnce, true);
      this.#leftAtOnce -= this.#done - before;
      return result;
    } catch (error) {
      if (!(error instanceof NeedsOwnTurn)) throw error;
    }
    // The attempt is over before another check can begin, so it alone is taken back.
    this.#done = before;
    return afterOthers(() => {
      this.#leftAtOnce = MOST_AT_ONCE;
      return this.#run(check, MOST_IN_A_CHECK, false);
    });
  }

  /** @throws CheckTooComplex */
  charge(characters: number): void {
    this.#done += characters;
    if (this.#done > this.#until) this.#exceeded();
  }

  #run<Result>(check: () => Result, most: number, isAtOnce: boolean): Result {
    this.#until = Math.min(this.#done + most, MOST_IN_A_BLOCK);
    this.#isAtOnce = isAtOnce;
    return check();
  }

  #exceeded(): never {
    if (this.#done > MOST_IN_A_BLOCK) throw new CheckTooComplex('block');
    throw this.#isAtOnce ? new NeedsOwnTurn() : new CheckTooComplex('check');
  }
}
