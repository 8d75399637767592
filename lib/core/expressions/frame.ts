/** The state of one evaluation. */
export interface Frame {
  /** Values of its variables. Each parameter of a callback has a slot of its own: callbacks never recurse. */
  readonly slots: unknown[];
  /** What it may still spend. A unit is about one node evaluated, or sixteen characters copied. */
  unitsLeft: number;
}

/** What a new member of an object costs: its name is looked up, and the object may change its form. */
export const MEMBER_UNITS = 5;

/** Thrown where the main thread has no certain answer; the sandbox evaluates the source from the start. */
class NotHere extends Error {}

// One for all: making an error with its stack trace costs more than most expressions.
const NOT_HERE = new NotHere('Only the sandbox can evaluate this.');

export const isNotHere = (error: unknown): boolean => error === NOT_HERE;

export function notHere(): never {
  throw NOT_HERE;
}

/** Called before the work it pays for. */
export function charge(frame: Frame, units: number): void {
  frame.unitsLeft -= units;
  if (frame.unitsLeft < 0) notHere();
}

const MAX_TEXT_LENGTH = 100_000;

/** Pays for a text of this length, before it is made. */
export function chargeText(frame: Frame, length: number): void {
  if (length > MAX_TEXT_LENGTH) notHere();
  charge(frame, 1 + (length >> 4));
}
