import { isBranch, type JsonPath } from './json-tree';

/** A place that contains the searched text. */
export interface JsonMatch {
  path: JsonPath;
  /** The offset in a long string. */
  offset?: number;
}

const MAX_MATCHES = 500;

/**
 * Finds keys and plain values that contain `needle` (ignoring case), in reading order, at most 500. Each
 * occurrence in a string longer than `longChars` is a separate match.
 */
export function findMatches(root: unknown, needle: string, longChars: number): JsonMatch[] {
  const found: JsonMatch[] = [];
  if (needle === '') return found;
  const sought = new RegExp(needle.replace(/[^\p{L}\p{N}\s]/gu, escaped), 'giu');
  const holds = (text: string) => {
    sought.lastIndex = 0;
    return sought.test(text);
  };
  // The path of the visited value; copied only for a match, because values may be nested deeply.
  const path: Array<string | number> = [];
  const add = (offset?: number) => found.push({ path: [...path], ...(offset !== undefined && { offset }) });
  const visitInside = (step: string | number, value: unknown) => {
    path.push(step);
    visit(value);
    path.pop();
  };
  const visit = (value: unknown) => {
    if (found.length >= MAX_MATCHES) return;
    const name = path.at(-1);
    const isNamed = typeof name === 'string' && holds(name);
    if (isBranch(value)) {
      if (isNamed) add();
      if (Array.isArray(value)) for (const [index, item] of value.entries()) visitInside(index, item);
      else for (const [key, item] of Object.entries(value)) visitInside(key, item);
    } else if (typeof value === 'string' && value.length > longChars) {
      if (isNamed) add();
      for (const { index } of value.matchAll(sought)) {
        if (found.length >= MAX_MATCHES) return;
        add(index);
      }
    } else if (isNamed || holds(String(value))) add();
  };
  visit(root);
  return found;
}

const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
