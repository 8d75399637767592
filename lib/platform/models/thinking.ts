/**
 * How models write down their thoughts in front of an answer when their server doesn't take them out: tokens
 * of their own, not words of a prompt.
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

/** Sets thoughts in front of an answer aside, while the text still comes. */
export class ThinkingSplitter {
  #place: 'before' | 'within' | 'behind' = 'before';
  /** Not known yet to be the beginning, or the end, of thoughts. */
  #held = '';
  #begin = '';
  #end = '';
  #thinking = '';

  get thinking(): string {
    return this.#thinking;
  }

  /** @returns what of it belongs to the answer */
  add(text: string): string {
    if (this.#place === 'behind') return text;
    this.#held += text;
    return this.#place === 'within' ? this.#readThoughts() : this.#readBeginning();
  }

  /** @returns what is left of the answer. `isCut`: it ended because it became too long */
  finish(isCut: boolean): string {
    const held = this.#held;
    this.#held = '';
    if (this.#place !== 'within') return held;
    this.#thinking += held;
    // Thoughts without an end are no thoughts, unless there was no room for the end.
    if (isCut) return '';
    const text = this.#begin + this.#thinking;
    this.#thinking = '';
    return text;
  }

  #readBeginning(): string {
    const text = this.#held.trimStart();
    const lower = text.slice(0, LONGEST_MARK).toLowerCase();
    const found = NOTATIONS.find(([begin]) => lower.startsWith(begin));
    if (found !== undefined) {
      this.#place = 'within';
      this.#begin = text.slice(0, found[0].length);
      this.#end = found[1];
      this.#held = text.slice(found[0].length);
      return this.#readThoughts();
    }
    if (NOTATIONS.some(([begin]) => begin.startsWith(lower))) return '';
    const answer = this.#thinking === '' ? this.#held : text;
    this.#place = 'behind';
    this.#held = '';
    return answer;
  }

  #readThoughts(): string {
    const at = this.#held.toLowerCase().indexOf(this.#end);
    if (at !== -1) {
      this.#thinking += this.#held.slice(0, at);
      this.#held = this.#held.slice(at + this.#end.length);
      this.#place = 'before';
      return this.#readBeginning();
    }
    // Its last letters may be the first of the end.
    const settled = Math.max(0, this.#held.length - this.#end.length + 1);
    this.#thinking += this.#held.slice(0, settled);
    this.#held = this.#held.slice(settled);
    return '';
  }
}

const LONGEST_MARK = Math.max(...NOTATIONS.map(([begin]) => begin.length));
