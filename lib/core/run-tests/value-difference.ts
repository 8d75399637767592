import type { Allowance } from './rule';

/** One value that isn't as expected. */
export interface ValueDifference {
  /** Inside the compared value; empty for the whole. */
  path: string;
  kind: 'changed' | 'missing' | 'unexpected';
  /** The rule for this place, which it does not fulfil either; null if there is none. */
  allowed: Allowance | null;
  /** Undefined if it should not be there, or is missing. */
  expected: unknown;
  actual: unknown;
}

/** More than a test of 1 MB can hold, twice over where the order of lists is free. */
const MOST_VALUES = 600_000;

/** The work that the comparisons of one test may do, all its parts together. */
export class MatchBudget {
  #left: number;

  constructor(mostValues = MOST_VALUES) {
    this.#left = mostValues;
  }

  /** False once there were more values: what comes after was not compared. */
  get isComplete(): boolean {
    return this.#left >= 0;
  }

  /** Counts a value. @returns false if no more may be compared */
  take(): boolean {
    this.#left = Math.max(-1, this.#left - 1);
    return this.isComplete;
  }
}
