import type { CodeToken, Hole } from './code-tokens';

/** The value that a rule compares with: literal, reference, or a text that may hold references. */
export type RuleValue =
  | { kind: 'plain'; source: string }
  | { kind: 'text'; parts: ReadonlyArray<string | { source: string }> };

type FindHoles = (text: string) => readonly Hole[];

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS = new Set(['true', 'false', 'null']);

export const isTextToken = ({ kind }: CodeToken) => kind === 'text';

/** Reads typed text: a number, a word or one reference is plain; all else, and quoted text, is text. */
function readValue(typed: string, findHoles: FindHoles): RuleValue {
  const text = typed.trim();
  const [hole, second] = findHoles(text);
  const isLone = hole !== undefined && second === undefined && hole.start === 0 && hole.end === text.length;
  if (isLone || NUMBER.test(text) || WORDS.has(text)) return { kind: 'plain', source: text };
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  const inner = isQuoted ? text.slice(1, -1) : text;
  return { kind: 'text', parts: cut(inner, findHoles(inner)) };
}

function cut(text: string, holes: readonly Hole[]): Array<string | { source: string }> {
  const parts: Array<string | { source: string }> = [];
  let from = 0;
  for (const { start, end } of holes) {
    if (start > from) parts.push(text.slice(from, start));
    parts.push({ source: text.slice(start, end) });
    from = end;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** Writes a typed value as JavaScript. */
export function writeValue(typed: string, findHoles: FindHoles): string {
  const value = readValue(typed, findHoles);
  if (value.kind === 'plain') return value.source;
  const inner = value.parts.map((part, index) =>
    typeof part === 'string' ? escaped(part, index < value.parts.length - 1) : part.source,
  );
  return `"${inner.join('')}"`;
}

/** Writes signs that would begin a reference, and a backslash that would escape one, as Unicode escapes. */
function escaped(text: string, isBeforeReference: boolean): string {
  const tail = isBeforeReference && text.endsWith('\\') ? '\\' : '';
  const json = JSON.stringify(tail === '' ? text : text.slice(0, -1)).slice(1, -1);
  const safe = json.replace(/<(?=[A-Za-z_])/g, '\\u003c').replace(/\{(?=\{)/g, '\\u007b');
  return tail === '' ? safe : `${safe}\\u005c`;
}

/** Returns the value of a token; null if rules don't compare with such a token. */
export function valueOfToken({ kind, source, holes }: CodeToken): RuleValue | null {
  if (kind === 'hole' || kind === 'number') return { kind: 'plain', source };
  if (kind === 'word') return WORDS.has(source) ? { kind: 'plain', source } : null;
  if (kind !== 'text') return null;
  const inner = source.slice(1, -1);
  const inside = holes.map(({ start, end }) => ({ start: start - 1, end: end - 1 }));
  const parts: Array<string | { source: string }> = [];
  for (const part of cut(inner, inside)) {
    const read = typeof part === 'string' ? unescaped(part, source[0] === "'") : part;
    if (read === null) return null;
    parts.push(read);
  }
  return { kind: 'text', parts };
}

/** Decodes a quoted text; null for escapes that JSON doesn't have. */
function unescaped(text: string, isSingle: boolean): string | null {
  const json = isSingle ? text.replace(/\\'/g, "'").replace(/"/g, '\\"') : text;
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    return null; // The rule is shown as code, which is complete.
  }
}

/** Returns the text that one would type for a value; null if no text of one line means it. */
export function valueText(value: RuleValue, findHoles: FindHoles): string | null {
  if (value.kind === 'plain') return value.source;
  const text = value.parts.map((part) => (typeof part === 'string' ? part : part.source)).join('');
  if (/[\r\n\u2028\u2029]/.test(text)) return null;
  const says = (typed: string) =>
    JSON.stringify(readValue(typed, findHoles)) === JSON.stringify(value) ? typed : null;
  return says(text) ?? says(`"${text}"`);
}
