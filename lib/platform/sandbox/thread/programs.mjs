// @ts-check
/** @typedef {import('../thread-protocol').ThreadSource} ThreadSource */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/** @typedef {{image: import('./quickjs-instance.mjs').MemoryImage, functions: QuickJSHandle[]}} Program */

/** An image takes about half a megabyte. */
const MAX_IMAGES = 8;
const MAX_SEEN = 256;
/** The maximum code length of one program, in characters; longer code is compiled each time. */
const MAX_LENGTH = 64 * 1024;

/**
 * Code that this thread has compiled, by its text: the memory image at that time, and the functions in it.
 * It contains no value that the code was ever given.
 */
export class Programs {
  /** @type {Map<string, Program>} */
  #images = new Map();
  /** @type {Set<string>} */
  #seen = new Set();

  /**
   * @param {readonly ThreadSource[]} sources
   * @returns {string | null} null for code that is too long to be stored
   */
  keyOf(sources) {
    const key = JSON.stringify(sources);
    return key.length > MAX_LENGTH ? null : key;
  }

  /** @param {string | null} key */
  find(key) {
    const program = key === null ? undefined : this.#images.get(key);
    if (key === null || program === undefined) return undefined;
    this.#images.delete(key);
    this.#images.set(key, program);
    return program;
  }

  /**
   * Returns true if code that was just compiled is worth storing, which is so from its second run on.
   * @param {string | null} key
   */
  isWorthKeeping(key) {
    if (key === null) return false;
    const again = this.#seen.delete(key);
    this.#seen.add(key);
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(first(this.#seen));
    return again;
  }

  /**
   * @param {string} key
   * @param {Program} program
   */
  keep(key, program) {
    this.#images.set(key, program);
    if (this.#images.size > MAX_IMAGES) this.#images.delete(first(this.#images.keys()));
  }
}

/**
 * @param {Iterable<string>} keys not empty
 * @returns {string}
 */
function first(keys) {
  for (const key of keys) return key;
  throw new Error('There is none.');
}
