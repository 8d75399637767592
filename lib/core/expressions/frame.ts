/** The state of one evaluation. */
export interface Frame {
  /** Values of its variables. Each parameter of a callback has a slot of its own: callbacks never recurse. */
  readonly slots: unknown[];
  /** The rest of its budget. A unit is about one node evaluated, or sixteen characters copied. */
  unitsLeft: number;
}

/** The cost of a new member of an object: its name is looked up, and it may get another hidden class. */
export const MEMBER_UNITS = 5;

/** Thrown where the main thread has no certain answer; the sandbox evaluates the source from the start. */
class NotHere extends Error {}

// One shared instance: making an error with its stack trace costs more than most expressions.
const NOT_HERE = new NotHere('Only the sandbox can evaluate this.');

export const isNotHere = (error: unknown): boolean => error === NOT_HERE;

export function notHere(): never {
  throw NOT_HERE;
}

/** Charges the budget; called before the work. */
export function charge(frame: Frame, units: number): void {
  frame.unitsLeft -= units;
  if (frame.unitsLeft < 0) notHere();
}

const MAX_TEXT_LENGTH = 100_000;

/** Charges the budget for a text of this length; called before it is made. */
export function chargeText(frame: Frame, length: number): void {
  if (length > MAX_TEXT_LENGTH) notHere();
  charge(frame, 1 + (length >> 4));
}
