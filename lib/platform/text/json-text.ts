/** What is being put into the JSON under way, and what stands in its places. */
let under: { mark: string; texts: string[] } | 'code' | null = null;
let putAsText = 0;

/**
 * For a `toJSON`: within `writeJson` stands for JSON text that goes in as it is; elsewhere `otherwise` is
 * written.
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
 * A value as the JSON it is sent as, where parsing it only to write it again would cost too much. Write it
 * with `writeJson`.
 */
export class JsonText {
  constructor(readonly json: string) {}

  toJSON(): unknown {
    return insteadInJson(this.json, JSON.parse);
  }
}

// Of up to 15 digits, and an exponent of up to two, a double keeps all.
export const LONG_NUMBER = 16;
const LARGE_EXPONENT = /\d[eE][+-]?\d\d\d+[\s,\]}]/;

/**
 * Whether JSON text may hold numbers that `JSON.parse` would change. A quick look: never wrongly false, and
 * wrongly true of long numbers that a double holds and of some text that looks like one; then only more work
 * follows.
 */
export const mayHoldExactNumbers = (json: string): boolean =>
  isInNumber(json.trimStart().charCodeAt(0)) || hasLongNumber(json) || LARGE_EXPONENT.test(json);

/** Looks at one character in 16, which no number of 16 can stand between. */
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

/** A digit, `.` or `-`. */
export const isInNumber = (code: number): boolean => (code >= 48 && code <= 57) || code === 46 || code === 45;

/** Not a quote: ids are often digits in quotes. */
const BEFORE_NUMBER = new Set([...' \t\r\n:,['].map((character) => character.charCodeAt(0)));

/** Below this, in characters, JSON is parsed like any other. */
const LARGE_TEXT = 128 * 1024;

/**
 * The value of JSON; of a large one, or one with numbers that a double can't hold, the text itself, fit only
 * to be written again.
 */
export function parseToWrite(json: string): unknown {
  return json.length < LARGE_TEXT && !mayHoldExactNumbers(json) ? JSON.parse(json) : new JsonText(json);
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** JSON of a value in which `JsonText` and `ExactNumber` may stand anywhere. */
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

/** JSON for code, which has doubles alone: exact numbers are their digits as strings. `asText`: how many. */
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

/** Unknown outside, so that no value can pass for one. */
export const randomMark = (): string => {
  marks += 1;
  return `${secret}-${marks}`;
};
