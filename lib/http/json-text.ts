import { randomUUID } from 'node:crypto';

/** Texts that are being put into the JSON under way, and what stands in their places. */
let under: { mark: string; texts: string[] } | null = null;

/** A value as the JSON it is sent as, where parsing it only to write it again would cost too much. Write it with `writeJson`. */
export class JsonText {
  constructor(readonly json: string) {}

  toJSON(): unknown {
    if (under === null) return JSON.parse(this.json);
    under.texts.push(this.json);
    return under.mark;
  }
}

/** Below this, in characters, JSON is parsed like any other. */
const LARGE_TEXT = 128 * 1024;

/** The value of JSON; of a large one the text itself, fit only to be written again. */
export function parseUnlessLarge(json: string): unknown {
  return json.length < LARGE_TEXT ? JSON.parse(json) : new JsonText(json);
}

/** JSON of a value in which a `JsonText` may stand anywhere. */
export function writeJson(value: unknown): string {
  const texts: string[] = [];
  const mark = randomMark();
  under = { mark, texts };
  let json: string;
  try {
    json = JSON.stringify(value);
  } finally {
    under = null;
  }
  if (texts.length === 0) return json;
  return json.split(`"${mark}"`).reduce((written, part, index) => written + texts[index - 1] + part);
}

let marks = 0;
const secret = randomUUID();

/** Unknown outside, so that no value can pass for one. */
const randomMark = (): string => {
  marks += 1;
  return `${secret}-${marks}`;
};
