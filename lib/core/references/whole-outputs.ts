import { CodeScan } from './code-scan';

/**
 * The places in a text where `<head>` stands for a block's whole output; elsewhere it is text, as any
 * other tag. `lone`: where it is all there is; `json`: outside the quotes of JSON; `code`: where code
 * has a value.
 */
export type WholeOutputs = 'none' | 'lone' | 'json' | 'code';

/** Answers for one text, whose places must be asked for in order: it costs linear time. */
export class WholePlaces {
  #first = -1;
  #last = -1;
  #quoteFrom = 0;
  #isQuoteOpen = false;
  #code: CodeScan | null = null;
  /** References that were passed but not examined yet. */
  #passed: Place[] = [];

  constructor(
    readonly text: string,
    readonly where: WholeOutputs,
  ) {}

  /** Passes a reference of the text, because quotes inside it are none of the text around it. */
  pass(reference: Place): void {
    if (this.where === 'json' || this.where === 'code') this.#passed.push(reference);
  }

  /** `slashes`: the number of backslashes before it. */
  mayStand({ start, end }: Place, slashes: number): boolean {
    const passed = this.#passed;
    if (passed.length > 0) this.#passed = [];
    switch (this.where) {
      case 'none':
        return false;
      case 'lone':
        return this.#isLone(start - slashes, end);
      case 'json':
        return !this.#isInQuotes(start, passed);
      case 'code': {
        this.#code ??= new CodeScan(this.text);
        for (const reference of passed) this.#code.pass(reference.start, reference.end);
        return this.#code.placeAt(start) === 'value';
      }
    }
  }

  #isLone(start: number, end: number): boolean {
    if (this.#first === -1) {
      this.#first = this.text.length - this.text.trimStart().length;
      this.#last = this.text.trimEnd().length;
    }
    return start === this.#first && end === this.#last;
  }

  #isInQuotes(start: number, passed: readonly Place[]): boolean {
    for (const reference of passed) {
      this.#readQuotes(reference.start);
      this.#quoteFrom = reference.end;
    }
    this.#readQuotes(start);
    return this.#isQuoteOpen;
  }

  #readQuotes(to: number): void {
    let at = this.#quoteFrom;
    for (; at < to; at += 1) {
      if (this.text[at] === '"') this.#isQuoteOpen = !this.#isQuoteOpen;
      else if (this.text[at] === '\\' && this.#isQuoteOpen) at += 1;
    }
    this.#quoteFrom = Math.max(at, this.#quoteFrom);
  }
}

interface Place {
  start: number;
  end: number;
}
