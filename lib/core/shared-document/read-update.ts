/** Reads the parts of an update's bytes (Yjs, version 1) in order, without making texts or objects of them. */
export class UpdateReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws RangeError behind the end, as all other methods do */
  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('The update ends too early.');
    this.#at += 1;
    return byte;
  }

  skip(count: number): void {
    if (count > this.#bytes.length - this.#at) throw new RangeError('The update ends too early.');
    this.#at += count;
  }

  uint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number of the update is too large.');
  }

  /** Skips an integer with a sign, whose length is all that matters. */
  skipInt(): void {
    for (let count = 0; count < 9; count += 1) if (this.byte() < 0x80) return;
    throw new RangeError('A number of the update is too large.');
  }

  skipText(): void {
    this.skip(this.uint());
  }

  /** Returns a text; null if it is longer than `most` bytes. */
  text(most: number): string | null {
    const length = this.uint();
    const from = this.#at;
    this.skip(length);
    return length > most ? null : decoder.decode(this.#bytes.subarray(from, this.#at));
  }
}

const decoder = new TextDecoder();
