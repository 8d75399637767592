import { LRUCache } from 'lru-cache';

/** Of all sources that a cache keeps, in characters. */
const MAX_KEPT_LENGTH = 400_000;
/** A longer one would push out too many others: it is made anew each time. */
const MAX_SOURCE_LENGTH = 100_000;

/** What was made of source code, once for each version of a block; the least recently used goes first. */
export class SourceCache<Made extends object> {
  readonly #entries = new LRUCache<string, Made>({
    maxSize: MAX_KEPT_LENGTH,
    maxEntrySize: MAX_SOURCE_LENGTH,
    sizeCalculation: (_made, key) => key.length,
  });

  /** `key` holds all that `make` depends on. */
  get(key: string, make: () => Made): Made {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#entries.set(key, made);
    return made;
  }
}

/** The key of a source with variables of these names. */
export const sourceKey = (code: string, names: readonly string[]): string => `${names.join()} ${code}`;
