import { insteadInJson, isInNumber, LONG_NUMBER, mayHoldExactNumbers, randomMark } from './json-text';

/**
 * A number of JSON that a double can't hold (`9007199254740993`, `1e400`), as its digits. A value without
 * members; `writeJson` writes the exact number, `JSON.stringify` the nearest double.
 */
export class ExactNumber {
  // Private, so that code which walks over a value's members finds none.
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  get digits(): string {
    return this.#digits;
  }

  toString(): string {
    return this.#digits;
  }

  toJSON(): unknown {
    return insteadInJson(this.#digits, (digits) => Number(digits));
  }
}

/** Returns true for an object of JSON: no list, no null, no number. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** `JSON.parse`, but numbers that a double can't hold become `ExactNumber`s. @throws SyntaxError */
export function parseExact(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return mayHoldExactNumbers(json) ? withExactNumbers(json, value) : value;
}

function withExactNumbers(json: string, value: unknown): unknown {
  const mark = `${randomMark()}:`;
  const found: string[] = [];
  let marked = '';
  let copied = 0;
  for (const [from, to] of numbersIn(json)) {
    const digits = json.slice(from, to);
    if (isHeldByDouble(digits)) continue;
    marked += `${json.slice(copied, from)}"${mark}${found.length}"`;
    found.push(digits);
    copied = to;
  }
  if (found.length === 0) return value;
  return unmark(JSON.parse(marked + json.slice(copied)), mark, found);
}

const LARGE_EXPONENT = '1e400';
const QUOTE = 34;
const BACKSLASH = 92;

/** Yields the positions of long numbers in valid JSON: [from, to). */
function* numbersIn(json: string): Generator<[number, number]> {
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === 45 || (code >= 48 && code <= 57)) {
      const from = at;
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      const length = at + 1 - from;
      if (length >= LONG_NUMBER || (length >= LARGE_EXPONENT.length && /e/i.test(json.slice(from, at))))
        yield [from, at + 1];
    }
  }
}

function endOfString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at;
}

function isEscaped(json: string, at: number): boolean {
  let from = at;
  while (json.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

/** Returns true for a digit, `.`, `-`, `e`, `E` or `+`. */
const isOfNumber = (code: number): boolean => isInNumber(code) || code === 101 || code === 69 || code === 43;

/** Returns true if the nearest double is written as the same number, perhaps in another notation. */
export function isHeldByDouble(digits: string): boolean {
  const number = Number(digits);
  const written = String(number);
  return written === digits || (Number.isFinite(number) && canonical(digits) === canonical(written));
}

/** Returns significant digits and a power of ten, equal for equal numbers. */
function canonical(number: string): string {
  const unsigned = number.startsWith('-') ? number.slice(1) : number;
  const [mantissa = '', exponent = '0'] = unsigned.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let from = 0;
  while (from < all.length && all[from] === '0') from += 1;
  let to = all.length;
  while (to > from && all[to - 1] === '0') to -= 1;
  if (from === to) return '0';
  return `${all.slice(from, to)}e${Number(exponent) - fraction.length + (all.length - to)}`;
}

/** Puts the numbers in place of their marks; without recursion, because values may be nested deeply. */
function unmark(value: unknown, mark: string, found: readonly string[]): unknown {
  const root = { value };
  const open: object[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const members = holder as Record<string, unknown>;
    const unmarkMember = (name: string | number): void => {
      const member = members[name];
      if (typeof member === 'object' && member !== null) open.push(member);
      else if (typeof member === 'string' && member.startsWith(mark))
        members[name] = new ExactNumber(found[Number(member.slice(mark.length))]!);
    };
    if (Array.isArray(holder)) for (let index = 0; index < holder.length; index += 1) unmarkMember(index);
    else for (const name of Object.keys(members)) unmarkMember(name);
  }
  return root.value;
}
