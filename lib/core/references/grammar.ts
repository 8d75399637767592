/** A key of an object (or `length` of a list), or an index of a list; negative from its end. */
export type Step = string | number;

/** A literal after `??`; lists and objects are always empty. */
export type Literal = string | number | boolean | null | readonly never[] | Readonly<Record<string, never>>;

/** One `<head.path>` in a text. Positions are UTF-16 indices; `end` is one past the `>`. */
export interface Reference {
  start: number;
  end: number;
  /** The head as written. */
  head: string;
  /** The head in lowercase, which identifies the block. */
  slug: string;
  /** Empty for a whole output. */
  path: readonly Step[];
  /** True if a step was read that belongs in brackets: `.1st`, `.a b`, `.0`. */
  isLoose: boolean;
  /** True for `?`: a path that isn't there is missing, not an error. */
  optional: boolean;
  /** `?? literal`: replaces missing and null. */
  fallback: { value: Literal } | null;
  modifier: 'raw' | 'json' | null;
}

const LONGEST_HEAD = 64;
const INDEX = /-?(?:0|[1-9][0-9]{0,9})\]/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null|\[\]|\{\}/y;
const WORDS: Readonly<Record<string, Literal>> = {
  true: true,
  false: false,
  null: null,
  '[]': Object.freeze([]),
  '{}': Object.freeze({}),
};
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,9})$/;

function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const codeOf = (char: string): number => char.charCodeAt(0);
const [DOT, LIST, END] = [codeOf('.'), codeOf('['), codeOf('>')];

/**
 * Bits by character: it may begin a head or be part of one, and the same for a name. Names may have
 * letters of all scripts; a head is the name of a block, which has only those of ASCII.
 */
const BEGINS_HEAD = 1;
const IN_HEAD = 2;
const BEGINS_NAME = 4;
const IN_NAME = 8;
/** Begins a word inside a name with blanks. */
const BEGINS_WORD = 16;
const KINDS = new Uint8Array(128);
for (let code = 0; code < KINDS.length; code += 1) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(char)) KINDS[code] = BEGINS_HEAD | IN_HEAD | BEGINS_NAME | IN_NAME | BEGINS_WORD;
  else if (/[0-9]/.test(char)) KINDS[code] = IN_HEAD | IN_NAME | BEGINS_WORD;
  else if (char === '-') KINDS[code] = IN_HEAD | IN_NAME;
  else if (char === '$') KINDS[code] = BEGINS_NAME | IN_NAME | BEGINS_WORD;
}

const BEGINS_FOREIGN_NAME = /\p{ID_Start}/u;
const IN_FOREIGN_NAME = /\p{ID_Continue}|\u200c|\u200d/u;

/** Returns the UTF-16 units of the character at a place if it is of that kind; else 0. */
function lengthOf(text: string, at: number, kind: number): number {
  const code = text.charCodeAt(at);
  if (code < KINDS.length) return ((KINDS[code] ?? 0) & kind) === 0 ? 0 : 1;
  if ((kind & (BEGINS_NAME | IN_NAME | BEGINS_WORD)) === 0) return 0;
  const point = text.codePointAt(at);
  if (point === undefined) return 0;
  const char = String.fromCodePoint(point);
  const isOfKind = (kind & BEGINS_NAME) === 0 ? IN_FOREIGN_NAME : BEGINS_FOREIGN_NAME;
  return isOfKind.test(char) ? char.length : 0;
}

const is = (text: string, at: number, kind: number): boolean => lengthOf(text, at, kind) > 0;

function endOf(text: string, from: number, kind: number): number {
  let at = from;
  for (let length = lengthOf(text, at, kind); length > 0; length = lengthOf(text, at, kind)) at += length;
  return at;
}

/** True if an odd number of backslashes stands before the position: a reference or variable there is text. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** True if a key can be written after a dot. */
export const isPlainName = (key: string): boolean =>
  is(key, 0, BEGINS_NAME) && endOf(key, 0, IN_NAME) === key.length;

/** The ending of `<a.b>`. */
const PLAIN = { optional: false, fallback: null, modifier: null } as const;

/**
 * Reads references of one text. The result from a position never depends on where the attempt began, so
 * positions that led nowhere are remembered: a hostile text costs linear time.
 */
export class ReferenceReader {
  readonly #deadEnds = new Set<number>();
  /** The positions of the current attempt. */
  readonly #visited: number[] = [];

  constructor(readonly text: string) {}

  /**
   * Returns the reference whose `<` stands at `start`, if there is one and its head is known; also
   * `<head>`, which counts only where a whole output may stand.
   */
  readAt(start: number, isKnownHead: (slug: string) => boolean): Reference | null {
    const { text } = this;
    const from = start + 1;
    if (!is(text, from, BEGINS_HEAD)) return null;
    const end = endOf(text, from, IN_HEAD);
    if (end - from > LONGEST_HEAD || end === text.length) return null;
    const head = text.slice(from, end);
    const slug = head.toLowerCase();
    if (!isKnownHead(slug)) return null;
    const opening = { start, head, slug };
    return text.charCodeAt(end) === DOT ? this.#readTail(end, opening) : this.#readWhole(end, opening);
  }

  /** The position where the last attempt that led nowhere stopped. */
  get stoppedAt(): number {
    return this.#stoppedAt;
  }

  #stoppedAt = 0;

  #readWhole(at: number, opening: Pick<Reference, 'start' | 'head' | 'slug'>): Reference | null {
    const ending = this.#readEnding(at);
    this.#stoppedAt = at;
    return ending && { ...opening, end: this.#at, path: [], isLoose: false, ...ending };
  }

  #readTail(
    from: number,
    { start, head, slug }: Pick<Reference, 'start' | 'head' | 'slug'>,
  ): Reference | null {
    const path: Step[] = [];
    this.#visited.length = 0;
    this.#isLoose = false;
    let at = from;
    while (!this.#deadEnds.has(at)) {
      this.#visited.push(at);
      const step = this.#readStep(at, path.length === 0);
      if (step !== null) {
        path.push(step);
        at = this.#at;
        continue;
      }
      const ending = this.#readEnding(at);
      if (ending === null) break;
      const { optional, fallback, modifier } = ending;
      const isLoose = this.#isLoose;
      return { start, end: this.#at, head, slug, path, isLoose, optional, fallback, modifier };
    }
    this.#stoppedAt = at;
    for (const position of this.#visited) this.#deadEnds.add(position);
    return null;
  }

  /** The position after the text read last. */
  #at = 0;
  #isLoose = false;

  #readStep(at: number, isFirst: boolean): Step | null {
    const { text } = this;
    const opening = text.charCodeAt(at);
    if (opening === DOT) return this.#readName(at + 1, isFirst);
    if (opening !== LIST) return null;
    const quoted = this.#readQuoted(at + 1);
    if (quoted) {
      this.#at = quoted.end + 1;
      return text[quoted.end] === ']' ? quoted.value : null;
    }
    const index = take(INDEX, text, at + 1);
    this.#at = at + 1 + (index ?? '').length;
    return index === null ? null : Number.parseInt(index, 10);
  }

  /**
   * Reads a name after a dot. After the first, which is an output's, digits and blanks are accepted too:
   * nothing else can be meant.
   */
  #readName(from: number, isFirst: boolean): Step | null {
    const { text } = this;
    const isProper = is(text, from, BEGINS_NAME);
    if (!isProper && (isFirst || !is(text, from, BEGINS_WORD))) return null;
    let at = endOf(text, from, IN_NAME);
    const isOneWord = isFirst || text[at] !== ' ' || !is(text, at + 1, BEGINS_WORD);
    if (!isOneWord)
      while (text[at] === ' ' && is(text, at + 1, BEGINS_WORD)) at = endOf(text, at + 1, IN_NAME);
    this.#isLoose ||= !isProper || !isOneWord;
    this.#at = at;
    const name = text.slice(from, at);
    return !isProper && WHOLE_NUMBER.test(name) ? Number.parseInt(name, 10) : name;
  }

  #readEnding(from: number): Pick<Reference, 'optional' | 'fallback' | 'modifier'> | null {
    const { text } = this;
    this.#at = from + 1;
    if (text.charCodeAt(from) === END) return PLAIN;
    let at = from;
    const optional = text[at] === '?';
    if (optional) at += 1;
    let fallback: Reference['fallback'] = null;
    if (text.startsWith(' ?? ', at)) {
      const literal = this.#readLiteral(at + 4);
      if (!literal) return null;
      fallback = { value: literal.value };
      at = literal.end;
    }
    let modifier: Reference['modifier'] = null;
    if (text[at] === ':') {
      modifier = text.startsWith('raw', at + 1) ? 'raw' : 'json';
      if (!text.startsWith(modifier, at + 1)) return null;
      at += 1 + modifier.length;
    }
    this.#at = at + 1;
    return text.charCodeAt(at) === END ? { optional, fallback, modifier } : null;
  }

  #readLiteral(at: number): { value: Literal; end: number } | null {
    const quoted = this.#readQuoted(at);
    if (quoted) return quoted;
    const word = take(WORD, this.text, at);
    if (word !== null) return { value: WORDS[word] ?? null, end: at + word.length };
    const number = take(NUMBER, this.text, at);
    return number === null ? null : { value: Number(number), end: at + number.length };
  }

  /** Reads text in single or double quotes on one line; a backslash escapes a quote or a backslash. */
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
