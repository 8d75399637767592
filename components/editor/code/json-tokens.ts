/**
 * A token of JSON text in which references and variables may be bare values. Positions are UTF-16
 * indices.
 */
export interface JsonToken {
  start: number;
  end: number;
  kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'value' | 'bad';
}

/** The range of a value of its own: a reference or a variable outside quotes. */
export interface Hole {
  start: number;
  end: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BAD = /[^\s{}[\]:,"]+/y;
const AFTER_KEY = /\s*:/y;

/** Token kinds: `mark` is one of `{}[],:`; `value` a hole; `bad` not valid JSON. Linear in text length. */
export function readJsonTokens(text: string, holes: readonly Hole[]): JsonToken[] {
  const tokens: JsonToken[] = [];
  const holeAt = new Map(holes.map((hole) => [hole.start, hole.end]));
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, holeAt);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number, holeAt: ReadonlyMap<number, number>): JsonToken {
  const char = text[start] as string;
  const hole = holeAt.get(start);
  if (hole !== undefined) return { start, end: hole, kind: 'value' };
  if (char === '"') return readString(text, start);
  if ('{}[],:'.includes(char)) return { start, end: start + 1, kind: 'mark' };
  for (const [pattern, kind] of [
    [NUMBER, 'number'],
    [WORD, 'word'],
  ] as const) {
    const length = matchAt(pattern, text, start);
    // `12abc` is not a number followed by a word.
    if (length > 0 && !/[\w.+-]/.test(text[start + length] ?? ''))
      return { start, end: start + length, kind };
  }
  const length = matchAt(BAD, text, start);
  const nextHole = [...holeAt.keys()].find((at) => at > start && at < start + length);
  return { start, end: nextHole ?? start + Math.max(length, 1), kind: 'bad' };
}

function readString(text: string, start: number): JsonToken {
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  if (text[at] !== '"') return { start, end: Math.min(at, text.length), kind: 'bad' };
  const end = at + 1;
  return { start, end, kind: matchAt(AFTER_KEY, text, end) > 0 ? 'key' : 'string' };
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
