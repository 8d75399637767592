import { type Hole, type JsonToken, readJsonTokens } from './json-tokens';

/**
 * The first place where a text is invalid, with a message that says how to fix it. `line` counts
 * from 1.
 */
export interface TextProblem {
  start: number;
  end: number;
  line: number;
  message: string;
}

type Expecting = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const WANTED: Record<Expecting, string> = {
  value: 'A value is missing here.',
  'value-or-end': 'A value or “]” is missing here.',
  key: 'A name in double quotes is missing here; before “}” there is no comma.',
  'key-or-end': 'A name in double quotes or “}” is missing here.',
  colon: 'A colon is missing between the name and its value.',
  'comma-or-end': 'A comma is missing before this.',
  nothing: 'Unexpected text after the end of the JSON value.',
};

/** Returns null when the text is JSON (or empty); holes outside quotes count as values. */
export function findJsonProblem(text: string, holes: readonly Hole[]): TextProblem | null {
  const tokens = readJsonTokens(text, holes);
  const open: Array<'{' | '['> = [];
  let expecting: Expecting = 'value';
  for (const token of tokens) {
    const next = step(text, token, expecting, open);
    if (next === null) return problemAt(text, token, wordsFor(text, token, expecting, open));
    expecting = next;
  }
  const last = tokens.at(-1);
  if (last === undefined || expecting === 'nothing') return null;
  const closing = open.at(-1) === '[' ? '“]”' : '“}”';
  const words = open.length > 0 ? `${closing} is missing at the end.` : 'A value is missing here.';
  return problemAt(text, { start: last.start, end: last.end }, words);
}

/** Returns what may follow this token; null if it is not allowed here. Opens and closes levels in `open`. */
function step(
  text: string,
  token: JsonToken,
  expecting: Expecting,
  open: Array<'{' | '['>,
): Expecting | null {
  const char = text[token.start];
  const wantsValue = expecting === 'value' || expecting === 'value-or-end';
  if (token.kind === 'mark') {
    if (char === '{' || char === '[') {
      if (!wantsValue) return null;
      open.push(char);
      return char === '{' ? 'key-or-end' : 'value-or-end';
    }
    if (char === '}' || char === ']') return close(char, expecting, open);
    if (char === ':') return expecting === 'colon' ? 'value' : null;
    if (expecting !== 'comma-or-end') return null;
    return open.at(-1) === '{' ? 'key' : 'value';
  }
  if (token.kind === 'bad') return null;
  if (expecting === 'key' || expecting === 'key-or-end')
    return token.kind === 'key' || token.kind === 'string' ? 'colon' : null;
  return wantsValue ? afterValue(open) : null;
}

function close(char: '}' | ']', expecting: Expecting, open: Array<'{' | '['>): Expecting | null {
  const matches = open.at(-1) === (char === '}' ? '{' : '[');
  const mayEnd = expecting === 'comma-or-end' || expecting === (char === '}' ? 'key-or-end' : 'value-or-end');
  if (!matches || !mayEnd) return null;
  open.pop();
  return afterValue(open);
}

const afterValue = (open: readonly string[]): Expecting => (open.length === 0 ? 'nothing' : 'comma-or-end');

function wordsFor(text: string, token: JsonToken, expecting: Expecting, open: readonly string[]): string {
  const source = text.slice(token.start, token.end);
  if (token.kind === 'bad') {
    if (source.startsWith('"')) return 'The closing “"” of this text is missing.';
    if (source.startsWith("'")) return 'JSON needs double quotes, not single quotes.';
    if (source.startsWith('//') || source.startsWith('/*')) return 'JSON doesn’t allow comments.';
    if (source.startsWith('<'))
      return `${source} is not a reference to a block of this workflow; text needs quotes.`;
    return `“${source.slice(0, 40)}” is not a JSON value; text needs double quotes.`;
  }
  if (source === ',') return expecting === 'value' ? 'There is an extra comma.' : WANTED[expecting];
  if (source === '}' || source === ']') {
    if (expecting === 'value' && open.at(-1) === '[' && source === ']')
      return 'There is an extra comma before “]”.';
    if (expecting === 'comma-or-end')
      return `“${open.at(-1) === '{' ? '}' : ']'}” is missing here, not “${source}”.`;
  }
  return WANTED[expecting];
}

function problemAt(text: string, { start, end }: Hole, message: string): TextProblem {
  return { start, end, line: text.slice(0, start).split('\n').length, message };
}
