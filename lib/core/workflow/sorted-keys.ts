import { isJsonObject } from '../../platform/text/exact-number';
import { MAX_JSON_DEPTH } from '../../platform/text/json-depth';

export const TOO_DEEP = `is nested more than ${MAX_JSON_DEPTH} levels deep.`;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Sorts the keys, because the database doesn't keep their order and so it means nothing.
 * @throws Error in words for a value that no reader would accept; `what` names it
 */
export function withSortedKeys(value: unknown, what: string, depth = 0): unknown {
  if (depth > MAX_JSON_DEPTH) throw new Error(`${what} ${TOO_DEEP}`);
  if (Array.isArray(value)) return value.map((item) => withSortedKeys(item, what, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => compare(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, withSortedKeys(item, what, depth + 1)]));
}
