import { giveWay } from '../in-slices';
import { parseExact } from './exact-number';
import { MOST_IN_A_TURN } from './slices-of-text';

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT, LIST_END, OBJECT_END] = [...'"\\,[{]}'].map((each) =>
  each.charCodeAt(0),
);

/**
 * Parses a JSON list, a long one item by item in several turns of the event loop. Numbers keep their digits,
 * as in `parseExact`. The text must be valid JSON.
 */
export async function parseListInTurns(json: string): Promise<unknown[]> {
  if (json.length <= MOST_IN_A_TURN) return parseExact(json) as unknown[];
  const items: unknown[] = [];
  let parsed = 0;
  for (const item of itemsOf(json)) {
    items.push(parseExact(item));
    parsed += item.length;
    if (parsed < MOST_IN_A_TURN) continue;
    parsed = 0;
    await giveWay();
  }
  return items;
}

/** Yields the texts of a list's items. */
export function* itemsOf(json: string): Generator<string> {
  let depth = 0;
  let start = json.indexOf('[') + 1;
  for (let at = start; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (unit === LIST || unit === OBJECT) depth += 1;
    else if (unit === OBJECT_END || (unit === LIST_END && depth > 0)) depth -= 1;
    else if (depth === 0 && (unit === COMMA || unit === LIST_END)) {
      const item = json.slice(start, at).trim();
      if (item !== '') yield item;
      start = at + 1;
    }
  }
}

/** Returns the index of the quote that ends the string that begins at `from`. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); ; at = json.indexOf('"', at + 1)) {
    if (at < 0) return json.length;
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
