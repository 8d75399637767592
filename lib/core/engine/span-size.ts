import { ExactNumber } from '../../platform/text/exact-number';
import { jsonLength } from '../../platform/text/json-length';
import { writeJson } from '../../platform/text/json-text';
import { MOST_CHARACTERS } from '../references/reference-budget';

/** The most bytes of a span's input and of its output; values for later blocks are never cut. */
export const MAX_SPAN_VALUE_BYTES = 1024 * 1024;
/** The most JSON characters of a block's output: later blocks get all of it. */
export const MAX_OUTPUT_CHARACTERS = MOST_CHARACTERS.value;
/** The deepest values that can be written as JSON, stored and shown without exhausting someone's stack. */
export const MAX_DEPTH = 500;

// One UTF-16 unit takes at most six bytes of JSON (`\u0000`).
const MAX_BYTES_PER_UNIT = 6;
const SMALL_UNITS = MAX_SPAN_VALUE_BYTES / MAX_BYTES_PER_UNIT;

/** Returns true if a value is stored whole. One that is far too large is measured without writing it. */
export function fitsSpan(value: unknown): boolean {
  if (jsonLength(value, MAX_SPAN_VALUE_BYTES) > MAX_SPAN_VALUE_BYTES) return false;
  return Buffer.byteLength(writeJson(value) ?? 'null') <= MAX_SPAN_VALUE_BYTES;
}

/**
 * Returns the approximate JSON characters of a value; null as soon as they are more than `most`. A
 * character that needs an escape counts once.
 */
export function unitsOf(value: unknown, most: number): number | null {
  const left = unitsLeft(value, most, 0);
  return left < 0 ? null : most - left;
}

export function isTooDeep(value: unknown): boolean {
  return !isSmall(value) && isLargeTooDeep(value);
}

/** The large values that are not too deep. Valid forever, because values are never changed. */
const shallow = new WeakSet<object>();

/** An output of millions of values is looked through once, though its span and its log ask again. */
function isLargeTooDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || shallow.has(value)) return false;
  if (isDeeperThan(value, MAX_DEPTH)) return true;
  shallow.add(value);
  return false;
}

/** Without lists of members in between, which took most of the time. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(item, depth - 1)) return true;
    return false;
  }
  for (const name in value)
    if (isDeeperThan((value as Record<string, unknown>)[name], depth - 1)) return true;
  return false;
}

/** Returns the approximate JSON characters of an output; most are small, and traversed once. */
export function sizeOfOutput(output: unknown): number | 'too-deep' | 'too-large' {
  const left = unitsLeft(output, SMALL_UNITS, 0);
  if (left >= 0) return SMALL_UNITS - left;
  if (isLargeTooDeep(output)) return 'too-deep';
  const length = jsonLength(output, MAX_OUTPUT_CHARACTERS);
  return length > MAX_OUTPUT_CHARACTERS ? 'too-large' : length;
}

/** True of most values, and quick to compute: it surely fits a span and is not too deep. */
export function isSmall(value: unknown): boolean {
  return unitsLeft(value, SMALL_UNITS, 0) >= 0;
}

/** Returns the rest of a budget of JSON characters after a value; negative as soon as it is used up. */
function unitsLeft(value: unknown, budget: number, depth: number): number {
  if (typeof value === 'string') return budget - value.length - 2;
  if (value instanceof ExactNumber) return budget - value.digits.length;
  if (typeof value !== 'object' || value === null) return budget - 24;
  if (depth >= MAX_DEPTH) return -1;
  let left = budget - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) {
      left = unitsLeft(value[index], left - 1, depth + 1);
    }
    return left;
  }
  for (const key of Object.keys(value)) {
    if (left < 0) break;
    left = unitsLeft((value as Record<string, unknown>)[key], left - key.length - 4, depth + 1);
  }
  return left;
}
