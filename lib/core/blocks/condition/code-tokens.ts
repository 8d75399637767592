/** A stretch of a text that is a reference or a variable. Positions are UTF-16 indices. */
export interface Hole {
  start: number;
  end: number;
}

/** A token of an expression. */
export interface CodeToken {
  kind: 'hole' | 'text' | 'number' | 'word' | 'sign';
  source: string;
  /** For a quoted text: the holes inside, relative to its start. */
  holes: readonly Hole[];
}

const BLANK = /\s+/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SIGN = /===|!==|==|!=|>=|<=|&&|\|\||\?\?|\?\.|[()<>!.;]/y;

/** Returns the tokens; null if one can't be in rules: comments, other signs, templates, multi-line text. */
export function readCodeTokens(code: string, holes: readonly Hole[]): CodeToken[] | null {
  const tokens: CodeToken[] = [];
  const endOfHole = new Map(holes.map(({ start, end }) => [start, end]));
  for (let at = 0; at < code.length; ) {
    const blanks = lengthAt(BLANK, code, at);
    if (blanks > 0) {
      at += blanks;
      continue;
    }
    const token = tokenAt(code, at, endOfHole);
    if (token === null) return null;
    tokens.push(token);
    at += token.source.length;
  }
  return tokens;
}

function tokenAt(code: string, at: number, endOfHole: ReadonlyMap<number, number>): CodeToken | null {
  const end = endOfHole.get(at);
  if (end !== undefined) return { kind: 'hole', source: code.slice(at, end), holes: [] };
  if (code[at] === '"' || code[at] === "'") return textAt(code, at, endOfHole);
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['word', WORD],
    ['sign', SIGN],
  ] as const) {
    const length = lengthAt(pattern, code, at);
    if (length === 0) continue;
    // `12abc`, `1.5.2` and `0x1f` are not numbers.
    if (kind === 'number' && /[\w$.]/.test(code[at + length] ?? '')) return null;
    return { kind, source: code.slice(at, at + length), holes: [] };
  }
  return null;
}

/** Reads a quoted text; references in it may hold quotes of their own. */
function textAt(code: string, start: number, endOfHole: ReadonlyMap<number, number>): CodeToken | null {
  const holes: Hole[] = [];
  let at = start + 1;
  while (at < code.length && code[at] !== code[start]) {
    if (code[at] === '\n' || code[at] === '\r') return null;
    const end = endOfHole.get(at);
    if (end !== undefined) holes.push({ start: at - start, end: end - start });
    at = end ?? at + (code[at] === '\\' ? 2 : 1);
  }
  return at < code.length ? { kind: 'text', source: code.slice(start, at + 1), holes } : null;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
