/** A key of an object (or `length` of a list), or an index of a list; negative from its end. */
export type Step = string | number;

export type Literal = string | number | boolean | null;

/** One `<head.path>` in a text. Positions are UTF-16 indices; `end` is one past the `>`. */
export interface Reference {
  start: number;
  end: number;
  /** As written. */
  head: string;
  /** Lowercase: what blocks are looked up by. */
  slug: string;
  path: readonly Step[];
  /** `?`: a path that isn't there is missing, not an error. */
  optional: boolean;
  /** `?? literal`: stands in for missing and null. */
  fallback: { value: Literal } | null;
  modifier: 'raw' | 'json' | null;
}

interface Tail {
  end: number;
  path: Step[];
  optional: boolean;
  fallback: { value: Literal } | null;
  modifier: 'raw' | 'json' | null;
}

const HEAD = /[A-Za-z_][A-Za-z0-9_-]{0,63}/y;
const NAME = /[A-Za-z_$][A-Za-z0-9_$-]*/y;
const INDEX = /-?(?:0|[1-9][0-9]{0,9})\]/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const WORDS: Readonly<Record<string, Literal>> = { true: true, false: false, null: null };

function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/**
 * Reads references of one text. What follows a position never depends on where the attempt began, so
 * positions that led nowhere are remembered: a hostile text costs linear time.
 */
export class ReferenceReader {
  readonly #deadEnds = new Set<number>();

  constructor(readonly text: string) {}

  /** The reference whose `<` stands at `start`, if there is one and its head is known. */
  readAt(start: number, isKnownHead: (slug: string) => boolean): Reference | null {
    const head = take(HEAD, this.text, start + 1);
    if (head === null || this.text[start + 1 + head.length] !== '.') return null;
    const slug = head.toLowerCase();
    if (!isKnownHead(slug)) return null;
    const tail = this.#readTail(start + 1 + head.length);
    return tail && { start, head, slug, ...tail };
  }

  #readTail(from: number): Tail | null {
    const visited: number[] = [];
    const path: Step[] = [];
    let at = from;
    for (;;) {
      if (this.#deadEnds.has(at)) break;
      visited.push(at);
      const step = this.#readStep(at);
      if (step === null) {
        const ending = this.#readEnding(at);
        if (ending) return { ...ending, path };
        break;
      }
      path.push(step.value);
      at = step.end;
    }
    for (const position of visited) this.#deadEnds.add(position);
    return null;
  }

  #readStep(at: number): { value: Step; end: number } | null {
    const opening = this.text[at];
    if (opening === '.') {
      const name = take(NAME, this.text, at + 1);
      return name === null ? null : { value: name, end: at + 1 + name.length };
    }
    if (opening !== '[') return null;
    const quoted = this.#readQuoted(at + 1);
    if (quoted) return this.text[quoted.end] === ']' ? { value: quoted.value, end: quoted.end + 1 } : null;
    const index = take(INDEX, this.text, at + 1);
    return index === null ? null : { value: Number.parseInt(index, 10), end: at + 1 + index.length };
  }

  #readEnding(from: number): Omit<Tail, 'path'> | null {
    let at = from;
    const optional = this.text[at] === '?';
    if (optional) at += 1;
    let fallback: Tail['fallback'] = null;
    if (this.text.startsWith(' ?? ', at)) {
      const literal = this.#readLiteral(at + 4);
      if (!literal) return null;
      fallback = { value: literal.value };
      at = literal.end;
    }
    let modifier: Tail['modifier'] = null;
    if (this.text[at] === ':') {
      modifier = this.text.startsWith('raw', at + 1) ? 'raw' : 'json';
      if (!this.text.startsWith(modifier, at + 1)) return null;
      at += 1 + modifier.length;
    }
    return this.text[at] === '>' ? { end: at + 1, optional, fallback, modifier } : null;
  }

  #readLiteral(at: number): { value: Literal; end: number } | null {
    const quoted = this.#readQuoted(at);
    if (quoted) return quoted;
    const word = take(WORD, this.text, at);
    if (word !== null) return { value: WORDS[word] ?? null, end: at + word.length };
    const number = take(NUMBER, this.text, at);
    return number === null ? null : { value: Number(number), end: at + number.length };
  }

  /** Text in single or double quotes on one line; a backslash keeps a quote or a backslash. */
  #readQuoted(at: number): { value: string; end: number } | null {
    const quote = this.text[at];
    if (quote !== '"' && quote !== "'") return null;
    let value = '';
    for (let index = at + 1; index < this.text.length; index += 1) {
      let char = this.text[index] as string;
      if (char === quote) return { value, end: index + 1 };
      if (char === '\n' || char === '\r') return null;
      if (char === '\\') {
        const next = this.text[index + 1];
        if (next === quote || next === '\\') {
          char = next;
          index += 1;
        }
      }
      value += char;
    }
    return null;
  }
}
