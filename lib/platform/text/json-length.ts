import { ExactNumber } from './exact-number';

/** The lengths of longer values are cached; shorter ones are faster to count than to look up. */
const SHORT = 2_048;
/** Deeper values can't be written as JSON anyway. */
const DEEPEST = 1_000;

/** The lengths of long values, which many fields need. Valid forever, because values are never changed. */
const lengths = new WeakMap<object, number>();

/**
 * Returns the length of a value as JSON, without serializing it: never more than the real length, and less
 * where text has to be escaped or numbers are long. Stops above `most`, and then returns some number above
 * it.
 */
export function jsonLength(value: unknown, most: number): number {
  const short = lengthOf(value, Math.min(most, SHORT), 0);
  if (short <= SHORT || typeof value !== 'object' || value === null) return short;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  const length = lengthOf(value, most, 0);
  if (length <= most) lengths.set(value, length);
  return length;
}

function lengthOf(value: unknown, most: number, depth: number): number {
  switch (typeof value) {
    case 'string':
      return value.length + 2;
    case 'number':
      return lengthOfNumber(value);
    case 'object':
      if (value === null) return NULL_LENGTH;
      if (Array.isArray(value)) return lengthOfList(value, most, depth);
      return value instanceof ExactNumber
        ? value.digits.length
        : lengthOfObject(value as Record<string, unknown>, most, depth);
    default:
      return value === false ? FALSE_LENGTH : NULL_LENGTH;
  }
}

function lengthOfList(list: readonly unknown[], most: number, depth: number): number {
  if (depth === DEEPEST) return 0;
  let length = 1 + Math.max(1, list.length);
  for (let index = 0; index < list.length && length <= most; index += 1)
    length += lengthOf(list[index], most - length, depth + 1);
  return length;
}

function lengthOfObject(object: Record<string, unknown>, most: number, depth: number): number {
  if (depth === DEEPEST) return 0;
  let length = 1;
  for (const key in object) {
    const member = object[key];
    if (member === undefined) continue;
    length += key.length + 4;
    if (length > most) break;
    length += lengthOf(member, most - length, depth + 1);
  }
  return length === 1 ? 2 : length;
}

const FALSE_LENGTH = 5;
/** The length of `null` and `true`. */
const NULL_LENGTH = 4;
/** The maximum that is counted for a number. */
const NUMBER_LENGTH = 8;
/** Numbers from here on are written as `1e+21`. */
const EXPONENT_FROM = 1e21;
const EXPONENT_LENGTH = 5;
const FRACTION_LENGTH = 3;

function lengthOfNumber(value: number): number {
  if (!Number.isInteger(value)) return Number.isFinite(value) ? FRACTION_LENGTH : NULL_LENGTH;
  const size = Math.abs(value);
  if (size >= EXPONENT_FROM) return EXPONENT_LENGTH;
  let length = value < 0 ? 2 : 1;
  for (let next = 10; next <= size && length < NUMBER_LENGTH; next *= 10) length += 1;
  return length;
}
