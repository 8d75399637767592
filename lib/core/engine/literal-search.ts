import { LiteralAutomaton } from './literal-automaton';

/** Finds any of many literal texts. Built once, used for many texts. */
export interface LiteralSearch {
  /**
   * Replaces every literal in a text: from the left, the longest that begins at a place. Returns the
   * same text if there is none.
   */
  replace(text: string): string;
}

interface Literal {
  text: string;
  replacement: string;
  /** The beginning of a long literal, which is compared first; all of a short one. */
  head: string;
  /** For long literals only, created when first needed. */
  progress: Progress | null;
}

/** The minimum length of literals in UTF-16 units. */
export const SHORTEST_LITERAL = 4;
const HASH_BITS = 16;
const BITS_PER_UNIT = HASH_BITS / SHORTEST_LITERAL;
const HASHES = 1 << HASH_BITS;
const HASH_MASK = HASHES - 1;
/**
 * Up to this length, comparing at each place of a text is cheap; longer literals must not compare the
 * same units repeatedly.
 */
const LONG_LITERAL = 64;
/**
 * So many literals may share a hash, for one secret has many spellings. Larger groups are searched by an
 * automaton after `MOST_COMPARED` comparisons; it is slower for few literals.
 */
const MANY_LITERALS = 16;
const MOST_COMPARED = 100_000;

/**
 * Creates a search with one step a unit: a rolling hash of the last four units says whether a literal
 * may begin there, and only then is it compared; long literals in time proportional to the text, however
 * repetitive it is.
 */
export function createLiteralSearch(replacements: ReadonlyMap<string, string>): LiteralSearch {
  const mayBegin = new Uint8Array(HASHES);
  const byHash = new Map<number, Literal[]>();
  for (const [text, replacement] of replacements) {
    const hash = hashOf(text);
    mayBegin[hash] = 1;
    const literal = { text, replacement, head: text.slice(0, LONG_LITERAL), progress: null };
    const same = byHash.get(hash);
    if (same === undefined) byHash.set(hash, [literal]);
    else same.push(literal);
  }
  for (const literals of byHash.values()) literals.sort((a, b) => b.text.length - a.text.length);
  const isCrowded = ({ length }: Literal[]): boolean => length > MANY_LITERALS;
  let automaton: LiteralAutomaton<Literal> | undefined;
  let compared = 0;

  const started: Progress[] = [];
  const replace = (text: string): string => {
    const { length } = text;
    for (const progress of started) progress.restart();
    if (length < SHORTEST_LITERAL) return text;
    let replaced = '';
    let done = 0;
    let hash = 0;
    let places: ReadonlyMap<number, Literal> | undefined;
    for (let at = 0; at < length; at += 1) {
      hash = ((hash << BITS_PER_UNIT) ^ text.charCodeAt(at)) & HASH_MASK;
      if (mayBegin[hash] === 0) continue;
      const start = at - (SHORTEST_LITERAL - 1);
      if (start < done) continue;
      const literals = byHash.get(hash) ?? [];
      let found: Literal | null;
      if (isCrowded(literals) && compared > MOST_COMPARED) {
        automaton ??= new LiteralAutomaton([...byHash.values()].filter(isCrowded).flat());
        places ??= automaton.placesIn(text);
        found = places.get(start) ?? null;
      } else {
        compared += literals.length;
        found = literalAt(literals, text, start, started);
      }
      if (found === null) continue;
      replaced += text.slice(done, start) + found.replacement;
      done = start + found.text.length;
      at = done - 1;
    }
    return done === 0 ? text : replaced + text.slice(done);
  };
  return { replace };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < SHORTEST_LITERAL; at += 1)
    hash = ((hash << BITS_PER_UNIT) ^ text.charCodeAt(at)) & HASH_MASK;
  return hash;
}

function literalAt(
  literals: readonly Literal[],
  text: string,
  start: number,
  started: Progress[],
): Literal | null {
  for (const literal of literals) {
    const known = literal.progress?.reaches(start) === true;
    if (!known && !text.startsWith(literal.head, start)) continue;
    if (literal.text.length <= LONG_LITERAL) return literal;
    if (literal.progress === null) {
      literal.progress = new Progress(literal.text);
      started.push(literal.progress);
    }
    if (literal.progress.beginsAt(text, start)) return literal;
  }
  return null;
}

/**
 * Tracks how far a long literal has matched in a text, so that a text made to repeat its beginning is
 * not compared again from each place: units before the furthest one compared are known from the
 * literal's own repetitions (the Z algorithm).
 */
class Progress {
  readonly #literal: string;
  /** By place: the number of units from there on that equal the literal's beginning. */
  readonly #own: Uint32Array;
  /** The text from `#from` to `#to` equals the literal's beginning. */
  #from = 0;
  #to = 0;

  constructor(literal: string) {
    this.#literal = literal;
    this.#own = repetitionsOf(literal);
  }

  restart(): void {
    this.#from = 0;
    this.#to = 0;
  }

  /** True if units at this place have been compared already. */
  reaches(place: number): boolean {
    return place < this.#to;
  }

  /** Returns true if the literal begins at `start`. Places must come in ascending order. */
  beginsAt(text: string, start: number): boolean {
    const { length } = this.#literal;
    let same = 0;
    if (start < this.#to) {
      same = Math.min(this.#own[start - this.#from] ?? 0, this.#to - start);
      if (start + same < this.#to) return same === length;
    }
    while (same < length && text.charCodeAt(start + same) === this.#literal.charCodeAt(same)) same += 1;
    this.#from = start;
    this.#to = start + same;
    return same === length;
  }
}

function repetitionsOf(literal: string): Uint32Array {
  const { length } = literal;
  const own = new Uint32Array(length);
  own[0] = length;
  let from = 0;
  let to = 0;
  for (let at = 1; at < length; at += 1) {
    let same = at < to ? Math.min(own[at - from] ?? 0, to - at) : 0;
    while (at + same < length && literal.charCodeAt(same) === literal.charCodeAt(at + same)) same += 1;
    own[at] = same;
    if (at + same > to) {
      from = at;
      to = at + same;
    }
  }
  return own;
}
