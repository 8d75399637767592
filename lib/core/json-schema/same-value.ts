import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { CHARACTERS_A_VALUE, type CheckWork } from './check-work';

export const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

/** True if both are equal as JSON. Charges the characters that are compared. */
export function isSame(a: unknown, b: unknown, work: CheckWork): boolean {
  work.charge(CHARACTERS_A_VALUE);
  if (isNumber(a) && isNumber(b)) return digitsOf(a, work) === digitsOf(b, work);
  if (typeof a === 'string' && typeof b === 'string') {
    // Texts of different lengths are told apart without reading them.
    if (a.length === b.length) work.charge(a.length);
    return a === b;
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index], work));
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const names = namesOf(a, work);
  return (
    names.length === namesOf(b, work).length &&
    names.every((name) => hasMember(b, name, work) && isSame(a[name], b[name], work))
  );
}

/** Returns the names of an object's members, and charges for making the list. */
export function namesOf(object: Readonly<Record<string, unknown>>, work: CheckWork): string[] {
  const names = Object.keys(object);
  work.charge(names.length * CHARACTERS_A_VALUE);
  return names;
}

export function hasMember(object: object, name: string, work: CheckWork): boolean {
  work.charge(CHARACTERS_A_VALUE + name.length);
  return Object.hasOwn(object, name);
}

/** True if two items of a list are equal as JSON: in one pass, because comparing all pairs grows too fast. */
export function hasRepeats(list: readonly unknown[], work: CheckWork): boolean {
  const seen = new Set<string>();
  return list.some((item) => {
    const key = keyOf(item, work);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** Returns a text that is the same for values that are equal as JSON, and only for those. */
function keyOf(value: unknown, work: CheckWork): string {
  work.charge(CHARACTERS_A_VALUE);
  if (isNumber(value)) return digitsOf(value, work);
  if (typeof value === 'string') {
    work.charge(value.length);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(item, work)).join()}]`;
  if (!isJsonObject(value)) return String(value);
  const members = namesOf(value, work)
    .sort()
    .map((name) => `${keyOf(name, work)}:${keyOf(value[name], work)}`);
  return `{${members.join()}}`;
}

function digitsOf(number: number | ExactNumber, work: CheckWork): string {
  if (number instanceof ExactNumber) work.charge(number.digits.length);
  return String(number);
}
