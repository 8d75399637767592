import { charge, type Frame, MEMBER_UNITS, notHere } from './frame';

/** QuickJS overflows its stack at some depth of values; this one is far from it. */
const MAX_DEPTH = 100;
const MAX_INPUT_VALUES = 10_000;
const MAX_INPUT_TEXT = 100_000;

/**
 * True for plain JSON data of a modest size, which the sandbox would receive unchanged. Values that JSON
 * changes are not plain: undefined, NaN, -0, an `ExactNumber`, a `Date`, a list with holes.
 */
export function isPlainData(value: unknown): boolean {
  return countPlain(value, MAX_INPUT_VALUES, 0) >= 0;
}

/** Returns the rest of `budget`; negative if it is used up or something isn't plain. */
function countPlain(value: unknown, budget: number, depth: number): number {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_INPUT_TEXT ? budget - 1 : -1;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? budget - 1 : -1;
    case 'boolean':
      return budget - 1;
    case 'object':
      return value === null ? budget - 1 : countMembers(value, budget - 1, depth + 1);
    default:
      return -1;
  }
}

function countMembers(value: object, budget: number, depth: number): number {
  if (depth > MAX_DEPTH) return -1;
  let left = budget;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    for (const key in value) {
      left = countPlain((value as Record<string, unknown>)[key], left, depth);
      if (left < 0) return -1;
    }
    return left;
  }
  if (prototype !== Array.prototype || !isList(value)) return -1;
  for (let index = 0; index < value.length && left >= 0; index += 1)
    left = countPlain(value[index], left, depth);
  return left;
}

export const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** True for a plain object, the only kind of value with members besides lists. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets an own member, whatever its name. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Estimated in the longest form each value can have as JSON; the sandbox takes 1 MB. */
const MAX_RESULT_CHARACTERS = 500_000;
const LONGEST_LITERAL = 25;
/** `\u0000` */
const LONGEST_ESCAPE = 6;

/** Copies a result as JSON would, sharing nothing with it. */
export function copyOfResult(value: unknown, frame: Frame): unknown {
  return new ResultCopy(frame).of(value, 0);
}

class ResultCopy {
  #charactersLeft = MAX_RESULT_CHARACTERS;

  constructor(private readonly frame: Frame) {}

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      this.#spend(value.length * LONGEST_ESCAPE);
      return value;
    }
    this.#spend(LONGEST_LITERAL);
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
    if (typeof value === 'boolean') return value;
    if (value === null || value === undefined) return null;
    if (depth === MAX_DEPTH) return notHere();
    if (isList(value)) {
      const copy: unknown[] = [];
      for (let index = 0; index < value.length; index += 1) copy.push(this.of(value[index], depth + 1));
      return copy;
    }
    if (!isObject(value)) return notHere();
    // Far cheaper than copying each member; then the members that JSON writes differently are set.
    const copy = { ...value };
    for (const key in copy) {
      const member = copy[key];
      this.#spend(key.length * LONGEST_ESCAPE);
      if (member === undefined) delete copy[key];
      else if (typeof member === 'object' || typeof member === 'number')
        copy[key] = this.of(member, depth + 1);
      else this.of(member, depth + 1);
    }
    return copy;
  }

  #spend(characters: number): void {
    charge(this.frame, 1);
    this.#charactersLeft -= characters;
    if (this.#charactersLeft < 0) notHere();
  }
}

/** Charges the budget for writing a value as JSON, or traversing it. */
export function chargeForValue(frame: Frame, value: unknown, depth = 0): void {
  charge(frame, 2);
  if (typeof value === 'string') charge(frame, value.length >> 2);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) notHere();
  if (isList(value)) {
    for (let index = 0; index < value.length; index += 1) chargeForValue(frame, value[index], depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    charge(frame, MEMBER_UNITS + (key.length >> 2));
    chargeForValue(frame, (value as Record<string, unknown>)[key], depth + 1);
  }
}
