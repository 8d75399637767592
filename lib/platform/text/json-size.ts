const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT, LIST_END, OBJECT_END] = Buffer.from('"\\,[{]}');

/**
 * Returns the number of values in JSON text, close enough to estimate its cost: counted by commas and
 * brackets, without parsing. Stops at `most`. `json` is in UTF-8; it need not be valid.
 */
export function countJsonValues(json: Uint8Array, most: number): number {
  let count = 1;
  let quoted = false;
  for (let at = 0; at < json.length && count < most; at += 1) {
    const byte = json[at];
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) count += 1;
    else if (byte === LIST || byte === OBJECT) {
      const next = json[at + 1];
      if (next !== LIST_END && next !== OBJECT_END) count += 1;
    }
  }
  return count;
}

/** More are refused: each takes about fifty bytes as a value, several times over while a run uses it. */
export const MAX_JSON_VALUES = 1_000_000;

/** Returns true if JSON text has more than `most` values. */
export const hasTooManyValues = (text: string, most = MAX_JSON_VALUES): boolean =>
  text.length > most && countJsonValues(Buffer.from(text), most + 1) > most;
