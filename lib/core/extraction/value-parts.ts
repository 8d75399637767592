import { referencesAt } from '../blocks/whole-outputs-at';
import type { Reference, Step } from '../references/grammar';
import { wholeReference } from '../references/path-text';

/** What stands at a place in the value of a response: one reference and the steps behind it, or more than that. */
export type ValuePart = { reference: Reference; rest: readonly Step[] } | null;

/**
 * Reads the text of a value as JSON whose members may be references, and returns a function that follows a
 * path into it; it returns null if no reference alone stands there. `slugs`: the heads that are references.
 */
export function valueParts(text: string, slugs: ReadonlySet<string>): (path: readonly Step[]) => ValuePart {
  const lone = wholeReference(text.trim());
  if (lone !== null && slugs.has(lone.slug)) return (path) => ({ reference: lone, rest: path });
  const references = referencesAt(text, 'value', slugs);
  const value = parsedWith(text, references);
  return (path) => {
    let at: unknown = value;
    for (const [depth, step] of path.entries()) {
      const found = referenceIn(at, references);
      if (found !== null) return { reference: found, rest: path.slice(depth) };
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return null;
      at = (at as Record<Step, unknown>)[step];
    }
    const reference = referenceIn(at, references);
    return reference && { reference, rest: [] };
  };
}

/** No text of a person holds it, because the editor and the API refuse control characters. */
const MARK = '\\u0000';
const READ_MARK = '\0';

/** Parses JSON with a marked string for each reference; undefined if it is no JSON. */
function parsedWith(text: string, references: readonly Reference[]): unknown {
  let json = '';
  let cursor = 0;
  let isQuoted = false;
  for (const [index, { start, end }] of references.entries()) {
    const before = text.slice(cursor, start);
    isQuoted = isQuotedAfter(before, isQuoted);
    // Inside other text the mark makes a longer string, which is no reference alone.
    json += before + (isQuoted ? `${MARK}${MARK}` : `"${MARK}${index}"`);
    cursor = end;
  }
  try {
    return JSON.parse(json + text.slice(cursor));
  } catch {
    return undefined; // It is text, not JSON.
  }
}

function isQuotedAfter(text: string, isQuoted: boolean): boolean {
  let quoted = isQuoted;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === '\\' && quoted) at += 1;
  }
  return quoted;
}

function referenceIn(value: unknown, references: readonly Reference[]): Reference | null {
  if (typeof value !== 'string' || !value.startsWith(READ_MARK)) return null;
  return references[Number(value.slice(1))] ?? null;
}
