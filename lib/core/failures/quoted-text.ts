import { isLetterOrDigit } from './value-words';

/** The end of a quotation, by its beginning. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
};
/** These are apostrophes too: within a word they neither begin nor end a quotation. */
const APOSTROPHES = new Set("'’");

/**
 * Finds the quotations of one text, read from its beginning to its end. It takes time in proportion to the
 * text, because no search for an end begins again once there is none.
 */
export class Quotations {
  readonly #text: string;
  /** True if the text is the beginning of a longer one, so that the end of a quotation may be missing. */
  readonly #isCut: boolean;
  readonly #without = new Set<string>();

  constructor(text: string, isCut: boolean) {
    this.#text = text;
    this.#isCut = isCut;
  }

  /** Returns the place behind the quotation that begins at `at`; null if none does. */
  endOf(at: number): number | null {
    const opening = this.#text[at] ?? '';
    const closing = CLOSING[opening];
    if (closing === undefined || this.#without.has(opening)) return null;
    if (APOSTROPHES.has(opening) && isLetterOrDigit(this.#text[at - 1])) return null;
    for (let end = this.#text.indexOf(closing, at + 1); end >= 0; end = this.#text.indexOf(closing, end + 1))
      if (!APOSTROPHES.has(closing) || !isLetterOrDigit(this.#text[end + 1])) return end + 1;
    this.#without.add(opening);
    return this.#isCut && !APOSTROPHES.has(closing) ? this.#text.length : null;
  }
}
