import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { REDACTED } from './rules';

/** A longer text is not read as JSON. */
const MAX_JSON_CHARACTERS = 1024 * 1024;
/** The longest name of a pair `name=value`. */
const MAX_PAIR_NAME = 100;

/** Redacts a value that was read from a text; returns the same object if there is nothing to redact. */
type RedactValue = (value: unknown) => unknown;

/** Redacts JSON in a text: bodies are often sent and logged as text. Null if the text is no JSON. */
export function redactJsonText(text: string, redact: RedactValue): string | null {
  if (text.length > MAX_JSON_CHARACTERS) return null;
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[') return null;
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    return null;
  }
  const redacted = redact(value);
  return redacted === value ? text : writeJson(redacted);
}

/** Redacts `name=value` in the query of a URL or in a form. */
export function redactPairs(text: string, hidesName: (name: string) => boolean): string {
  let shown = '';
  let copied = 0;
  for (let at = text.indexOf('='); at !== -1; ) {
    const name = nameBefore(text, at);
    const end = name !== null && hidesName(name) ? valueEnd(text, at + 1) : at + 1;
    if (end > at + 1) {
      shown += text.slice(copied, at + 1) + REDACTED;
      copied = end;
    }
    at = text.indexOf('=', end);
  }
  return copied === 0 ? text : shown + text.slice(copied);
}

/** Returns the name that ends at an equals sign: after `?` or `&`, or at the beginning of the text. */
function nameBefore(text: string, end: number): string | null {
  for (let at = end - 1; at >= end - MAX_PAIR_NAME; at -= 1) {
    const char = text[at];
    if (char === undefined || char === '?' || char === '&') return decoded(text.slice(at + 1, end));
    if (char === ' ' || char === '\n' || char === '/' || char === '=') return null;
  }
  return null;
}

function valueEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !'&# \n\r\t"'.includes(text[end]!)) end += 1;
  return end;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
