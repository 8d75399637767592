/** Of all sources that a cache keeps, in characters. */
const MAX_KEPT_LENGTH = 400_000;

/**
 * What was made of source code, once for each version of a block; the least recently used goes first. A
 * source too large to be kept beside others is made anew each time.
 */
export class SourceCache<Made> {
  readonly #entries = new Map<string, Made>();
  #keptLength = 0;

  /** `key` holds all that `make` depends on. */
  get(key: string, make: () => Made): Made {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const made = make();
    if (key.length > MAX_KEPT_LENGTH / 4) return made;
    this.#entries.set(key, made);
    this.#keptLength += key.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#keptLength <= MAX_KEPT_LENGTH) break;
      this.#entries.delete(oldest);
      this.#keptLength -= oldest.length;
    }
    return made;
  }
}

/** The key of a source with variables of these names. */
export const sourceKey = (code: string, names: readonly string[]): string => `${names.join()} ${code}`;
