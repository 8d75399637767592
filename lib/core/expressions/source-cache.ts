import { LRUCache } from 'lru-cache';

/** The total length of the sources in a cache, in characters. */
const MAX_KEPT_LENGTH = 400_000;
/** A longer source would evict too many others, so its value is made again each time. */
const MAX_SOURCE_LENGTH = 100_000;

/** Caches values made from source code, one for each version of a block; evicts the least recently used. */
export class SourceCache<Made extends object> {
  readonly #entries = new LRUCache<string, Made>({
    maxSize: MAX_KEPT_LENGTH,
    maxEntrySize: MAX_SOURCE_LENGTH,
    sizeCalculation: (_made, key) => key.length,
  });

  /** `key` must contain everything that `make` depends on. */
  get(key: string, make: () => Made): Made {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#entries.set(key, made);
    return made;
  }
}

/** Returns the key of a source with variables of these names. */
export const sourceKey = (code: string, names: readonly string[]): string => `${names.join()} ${code}`;
