/**
 * The marks around a model's thoughts in front of an answer, when its server doesn't remove them: special
 * tokens, not words of a prompt.
 */
const NOTATIONS: ReadonlyArray<readonly [begin: string, end: string]> = [
  // DeepSeek, Qwen and most others
  ['<think>', '</think>'],
  // Gemini and Gemma
  ['<thought>', '</thought>'],
  // Seed-OSS
  ['<seed:think>', '</seed:think>'],
  // Magistral
  ['[think]', '[/think]'],
  // Kimi
  ['◁think▷', '◁/think▷'],
  // Command A
  ['<|start_thinking|>', '<|end_thinking|>'],
  // gpt-oss
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
];

const LONGEST_MARK = Math.max(...NOTATIONS.map(([begin]) => begin.length));

/** Lowers ASCII letters only, which keeps every character's index. */
const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (word) => word.toLowerCase());

/** Separates thoughts in front of an answer while the text still arrives, in linear time. */
export class ThinkingSplitter {
  #place: 'before' | 'within' | 'behind' = 'before';
  /** Blanks that belong to the answer if no thoughts follow them. */
  #blanks = '';
  /** Text that may still turn out to be the beginning, or the end, of thoughts. */
  #held = '';
  #begin = '';
  #end = '';
  #thinking = '';

  get thinking(): string {
    return this.#thinking;
  }

  /** @returns the part of it that belongs to the answer */
  add(text: string): string {
    if (this.#place === 'behind') return text;
    const held = this.#held + text;
    const lower = inSmallLetters(held);
    for (let at = 0; ; ) {
      if (this.#place === 'within') {
        const end = lower.indexOf(this.#end, at);
        if (end === -1) return this.#hold(held, at);
        this.#thinking += held.slice(at, end);
        at = end + this.#end.length;
        this.#place = 'before';
      }
      const from = this.#passBlanks(held, at);
      const found = NOTATIONS.find(([begin]) => lower.startsWith(begin, from));
      if (found === undefined) return this.#begun(held.slice(from), lower.slice(from, from + LONGEST_MARK));
      this.#place = 'within';
      this.#blanks = '';
      this.#begin = held.slice(from, from + found[0].length);
      this.#end = found[1];
      at = from + found[0].length;
    }
  }

  /** @returns the rest of the answer. `isCut`: it ended because it became too long */
  finish(isCut: boolean): string {
    const held = this.#held;
    this.#held = '';
    if (this.#place !== 'within') return this.#blanks + held;
    this.#thinking += held;
    // Thoughts without an end mark are part of the answer, unless the answer was cut off before it.
    if (isCut) return '';
    const text = this.#begin + this.#thinking;
    this.#thinking = '';
    return text;
  }

  /** Adds thoughts from `at` on; their last letters are held, as they may begin the end mark. */
  #hold(held: string, at: number): string {
    const settled = Math.max(at, held.length - this.#end.length + 1);
    this.#thinking += held.slice(at, settled);
    this.#held = held.slice(settled);
    return '';
  }

  #passBlanks(held: string, at: number): number {
    const rest = held.slice(at).trimStart();
    const from = held.length - rest.length;
    this.#blanks += held.slice(at, from);
    return from;
  }

  /** `start`: the first letters of `text`, which contains no complete begin mark so far. */
  #begun(text: string, start: string): string {
    if (NOTATIONS.some(([begin]) => begin.startsWith(start))) {
      this.#held = text;
      return '';
    }
    this.#place = 'behind';
    this.#held = '';
    const blanks = this.#thinking === '' ? this.#blanks : '';
    this.#blanks = '';
    return blanks + text;
  }
}
