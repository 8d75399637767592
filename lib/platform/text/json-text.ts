/** The mark in the JSON being written and the texts that replace it, or `code` while writing for code. */
let under: { mark: string; texts: string[] } | 'code' | null = null;
let putAsText = 0;

/**
 * Returns the value for a `toJSON`: within `writeJson` a mark that the JSON text replaces unchanged;
 * elsewhere the result of `otherwise`.
 */
export function insteadInJson(json: string, otherwise: (json: string) => unknown): unknown {
  if (under === null) return otherwise(json);
  if (under === 'code') {
    putAsText += 1;
    return json;
  }
  under.texts.push(json);
  return under.mark;
}

/**
 * A value as its serialized JSON, where parsing it only to serialize it again would cost too much. Write it
 * with `writeJson`.
 */
export class JsonText {
  constructor(readonly json: string) {}

  toJSON(): unknown {
    return insteadInJson(this.json, JSON.parse);
  }
}

// A double keeps up to 15 digits, and an exponent of up to two.
export const LONG_NUMBER = 16;
const LARGE_EXPONENT = /\d[eE][+-]?\d\d\d+[\s,\]}]/;

/**
 * Returns true if JSON text may hold numbers that `JSON.parse` would change. A quick check: never a false
 * negative, but false positives for long numbers that a double holds and for some text that looks like one;
 * these only cause more work.
 */
export const mayHoldExactNumbers = (json: string): boolean =>
  isInNumber(json.trimStart().charCodeAt(0)) || hasLongNumber(json) || LARGE_EXPONENT.test(json);

/** Checks one character in 16, so that every number of 16 characters is hit. */
function hasLongNumber(json: string): boolean {
  for (let at = LONG_NUMBER - 1; at < json.length; at += LONG_NUMBER) {
    if (!isInNumber(json.charCodeAt(at))) continue;
    let from = at;
    while (isInNumber(json.charCodeAt(from - 1))) from -= 1;
    while (isInNumber(json.charCodeAt(at + 1))) at += 1;
    if (at + 1 - from >= LONG_NUMBER && BEFORE_NUMBER.has(json.charCodeAt(from - 1))) return true;
  }
  return false;
}

/** Returns true for a digit, `.` or `-`. */
export const isInNumber = (code: number): boolean => (code >= 48 && code <= 57) || code === 46 || code === 45;

/** The characters before a number. Not a quote: ids are often digits in quotes. */
const BEFORE_NUMBER = new Set([...' \t\r\n:,['].map((character) => character.charCodeAt(0)));

/** The length in characters from which JSON is not parsed. */
const LARGE_TEXT = 128 * 1024;

/**
 * Returns the parsed JSON or, if it is large or has numbers that a double can't hold, the text itself,
 * which can only be serialized again.
 */
export function parseToWrite(json: string): unknown {
  return json.length < LARGE_TEXT && !mayHoldExactNumbers(json) ? JSON.parse(json) : new JsonText(json);
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** Serializes a value that may contain `JsonText` and `ExactNumber`. */
export function writeJson(value: unknown, replacer?: Replacer | null, indent?: number): string {
  const texts: string[] = [];
  const mark = randomMark();
  const before = under;
  under = { mark, texts };
  let json: string;
  try {
    json = JSON.stringify(value, replacer as Replacer, indent);
  } finally {
    under = before;
  }
  if (texts.length === 0) return json;
  return json.split(`"${mark}"`).reduce((written, part, index) => written + texts[index - 1] + part);
}

/**
 * Serializes for code, which has doubles only: exact numbers become strings. `asText`: the number of these.
 */
export function writeJsonForCode(value: unknown): { json: string; asText: number } {
  const before = under;
  under = 'code';
  putAsText = 0;
  try {
    return { json: JSON.stringify(value), asText: putAsText };
  } finally {
    under = before;
  }
}

let marks = 0;
const secret = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Returns a mark that is unpredictable outside, so that no value can be mistaken for it. */
export const randomMark = (): string => {
  marks += 1;
  return `${secret}-${marks}`;
};
