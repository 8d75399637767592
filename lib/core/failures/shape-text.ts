/** What takes the place of everything that changes from run to run. */
export const PLACEHOLDER = '…';

/** Characters between two placeholders of a list; such a list counts as one. */
const BETWEEN = new Set(' ,;:/|\\-–+&');

/**
 * The text of a shape while it is written. White space is collapsed, and placeholders with nothing but
 * separators between them become one, so that lists of any length have the same shape.
 */
export class ShapeText {
  #text = '';
  /** Length of the text up to and with the last placeholder; 0 if there is none. */
  #placeholderEnd = 0;
  #isOnlyBetween = false;

  get length(): number {
    return this.#text.length;
  }

  /** True if nothing but separators came since the last placeholder. */
  get followsPlaceholder(): boolean {
    return this.#isOnlyBetween;
  }

  /** True if exactly one space came since the last placeholder. */
  get followsPlaceholderAndSpace(): boolean {
    return this.#isOnlyBetween && this.#text.length === this.#placeholderEnd + 1 && this.#text.endsWith(' ');
  }

  space(): void {
    if (this.#text !== '' && !this.#text.endsWith(' ')) this.#text += ' ';
  }

  literal(text: string): void {
    this.#text += text;
    if (this.#isOnlyBetween) this.#isOnlyBetween = [...text].every((one) => BETWEEN.has(one));
  }

  placeholder(): void {
    this.#text = this.#isOnlyBetween ? this.#text.slice(0, this.#placeholderEnd) : this.#text + PLACEHOLDER;
    this.#placeholderEnd = this.#text.length;
    this.#isOnlyBetween = true;
  }

  /** Removes the separators since the last placeholder, because what follows belongs to its value. */
  joinPlaceholder(): void {
    this.#text = this.#text.slice(0, this.#placeholderEnd);
  }

  /** Returns at most so many characters. */
  toText(maxCharacters: number): string {
    return this.#text.slice(0, maxCharacters).toWellFormed().trim();
  }
}
