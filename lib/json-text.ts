/** What is being put into the JSON under way, and what stands in its places. */
let under: { mark: string; texts: string[] } | 'code' | null = null;
let putAsText = 0;

/** For a `toJSON`: within `writeJson` stands for JSON text that goes in as it is; elsewhere `otherwise` is written. */
export function insteadInJson(json: string, otherwise: (json: string) => unknown): unknown {
  if (under === null) return otherwise(json);
  if (under === 'code') {
    putAsText += 1;
    return json;
  }
  under.texts.push(json);
  return under.mark;
}

/** A value as the JSON it is sent as, where parsing it only to write it again would cost too much. Write it with `writeJson`. */
export class JsonText {
  constructor(readonly json: string) {}

  toJSON(): unknown {
    return insteadInJson(this.json, JSON.parse);
  }
}

// Only numbers of 16 digits or more, or with an exponent of three, can be others as doubles. Ordinary text is looked at once, natively.
// What stands before one tells it from the digits of an id in quotes.
const MAY_HOLD_ODD_NUMBERS = /(?:^|[\s:,[])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/** Whether JSON text may hold numbers that `JSON.parse` would change. When it doesn't after all, only more work follows. */
export const mayHoldExactNumbers = (json: string): boolean => MAY_HOLD_ODD_NUMBERS.test(json);

/** Below this, in characters, JSON is parsed like any other. */
const LARGE_TEXT = 128 * 1024;

/** The value of JSON; of a large one, or one with numbers that a double can't hold, the text itself, fit only to be written again. */
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
  under = 'code';
  putAsText = 0;
  try {
    return { json: JSON.stringify(value), asText: putAsText };
  } finally {
    under = null;
  }
}

let marks = 0;
const secret = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Unknown outside, so that no value can pass for one. */
const randomMark = (): string => {
  marks += 1;
  return `${secret}-${marks}`;
};
