import { isPlainName, type Reference, ReferenceReader, type Step } from './grammar';
import { literalText, pathText, quoted } from './path-text';
import { slugOf } from './slug';
import type { KnownHead } from './template';
import { headAt } from './unread-references';

/** The replacement for a part of a text, from the requested position up to `end`. */
interface MendedReference {
  end: number;
  text: string;
}

interface Mending {
  isKnownHead: KnownHead;
  /** Returns the names of a block's outputs, the likeliest first; none if they can't be told. */
  outputsOf: (slug: string) => readonly string[];
}

/** Text further behind a `<` than this is no part of a reference. */
const LONGEST = 400;

/**
 * Returns the references that were likely meant by a text at `start` that begins as one and is none
 * (`findUnread`): several if an output has to be chosen, none if it can't be told. In linear time.
 */
export function repairUnread(
  source: string,
  start: number,
  { isKnownHead, outputsOf }: Mending,
): MendedReference[] {
  const window = source.slice(start, start + LONGEST);
  const head = headAt(window, isKnownHead);
  if (head === null) return [];
  const slug = slugOf(head);
  const called = head.includes(' ') ? slug : head;
  const loose = new LooseReader(window, 1 + head.length).read();
  const found =
    loose === null
      ? closedAt(window, isKnownHead)
      : withOutput(loose.steps, outputsOf(slug)).map((steps) => ({
          end: loose.end,
          text: `<${called}${pathText(steps)}${loose.ending}>`,
        }));
  return found
    .filter(({ text }) => isReference(text, isKnownHead))
    .map(({ end, text }) => ({ end: start + end, text }));
}

/** Writes a loosely written reference in its best form. */
export function tidyReference({ head, path, optional, fallback, modifier }: Reference): string {
  const literal = fallback === null ? '' : ` ?? ${literalText(fallback.value)}`;
  const ending = `${optional ? '?' : ''}${literal}${modifier === null ? '' : `:${modifier}`}`;
  return `<${head}${pathText(path)}${ending}>`;
}

/** If the path has no output's name to begin with, returns one path for each of them. */
function withOutput(steps: readonly Step[], outputs: readonly string[]): Array<readonly Step[]> {
  const [first] = steps;
  if (typeof first === 'string' && isPlainName(first)) return [steps];
  return first === undefined || typeof first === 'number' ? outputs.map((output) => [output, ...steps]) : [];
}

/** Closes a reference that only lacks its end, at the place where reading stopped. */
function closedAt(window: string, isKnownHead: KnownHead): MendedReference[] {
  const reader = new ReferenceReader(window);
  if (reader.readAt(0, isKnownHead) !== null) return [];
  const end = reader.stoppedAt;
  if (/^[^\n]*>/.test(window.slice(end))) return [];
  return [{ end, text: `${window.slice(0, end)}>` }];
}

function isReference(text: string, isKnownHead: KnownHead): boolean {
  const reference = new ReferenceReader(text).readAt(0, isKnownHead);
  return reference?.end === text.length && reference.path.length > 0 && !reference.isLoose;
}

interface Loose {
  steps: Step[];
  /** `?`, a default and a modifier, as written. */
  ending: string;
  end: number;
}

/** These characters belong to a calculation, a call or another language: no name was meant. */
const NO_NAME = /[(){}|&;=,]/;
const NAME = /[^.[\]<>?:"'\n]+/y;
const BLANKS = / */y;
const QUOTED = /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/y;
const BRACKETED = /[^[\]<>"'\n]+/y;
const DEFAULT = /[^<>"'\n]+/y;
const WORD = /[A-Za-z]+/y;
const INDEX = /^-?\d{1,10}$/;
/** A literal as in the grammar. */
const LITERAL = /^(?:true|false|null|\[\]|\{\}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Reads the text between a head and the next `>` as written by an author who doesn't know the rules. */
class LooseReader {
  #at: number;

  constructor(
    readonly text: string,
    from: number,
  ) {
    this.#at = from;
  }

  read(): Loose | null {
    const steps: Step[] = [];
    for (let step = this.#step(); step !== undefined; step = this.#step()) {
      if (step === null) return null;
      steps.push(step);
    }
    const ending = this.#ending();
    if (ending === null || this.text[this.#at] !== '>') return null;
    return { steps, ending, end: this.#at + 1 };
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Returns undefined where the path ends, null where it can't be told. */
  #step(): Step | null | undefined {
    const sign = this.text[this.#at];
    if (sign !== '.' && sign !== '[') return undefined;
    this.#at += 1;
    return sign === '.' ? this.#name() : this.#bracketed();
  }

  /** Reads a name after a dot; if nothing is left before the end, an output's name is missing. */
  #name(): Step | null | undefined {
    const name = this.#take(NAME)?.trim() ?? '';
    if (name === '') return this.text[this.#at] === '>' ? undefined : null;
    if (NO_NAME.test(name)) return null;
    return INDEX.test(name) ? Number(name) : name;
  }

  #bracketed(): Step | null {
    const text = this.#take(QUOTED);
    const written = text === null ? this.#take(BRACKETED)?.trim() : text.slice(1, -1);
    if (written === undefined || written === '' || this.text[this.#at] !== ']') return null;
    this.#at += 1;
    if (text !== null) return written.replace(/\\(["'\\])/g, '$1');
    return INDEX.test(written) ? Number(written) : NO_NAME.test(written) ? null : written;
  }

  #ending(): string | null {
    this.#take(BLANKS);
    let ending = '';
    if (this.text[this.#at] === '?' && this.text[this.#at + 1] !== '?') {
      this.#at += 1;
      ending = '?';
    }
    this.#take(BLANKS);
    if (this.text.startsWith('??', this.#at)) {
      this.#at += 2;
      this.#take(BLANKS);
      const literal = this.#take(QUOTED) ?? literalOf(this.#take(DEFAULT)?.trim() ?? '');
      if (literal === null) return null;
      ending += ` ?? ${literal}`;
    }
    if (this.text[this.#at] === ':') {
      this.#at += 1;
      const word = this.#take(WORD)?.toLowerCase();
      // Any other word is dropped.
      if (word === 'raw' || word === 'json') ending += `:${word}`;
      else if (word === undefined) return null;
    }
    this.#take(BLANKS);
    return ending;
  }
}

/** Returns a literal; a word that is none was meant as text. A modifier behind it stays one. */
function literalOf(written: string): string | null {
  const modifier = /:(?:raw|json)$/.exec(written)?.[0] ?? '';
  const literal = written.slice(0, written.length - modifier.length).trim();
  if (literal === '') return null;
  return (LITERAL.test(literal) ? literal : quoted(literal, '"')) + modifier;
}
