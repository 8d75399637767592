// @ts-check
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { formatOf } from './formats.mjs';

/** Each takes tens of kilobytes that no limit of the thread counts. */
const MAX_FORMATS = 200;
const MAX_DECODERS = 200;
/** The number of a seed's values that are for `Math.random`. */
const MATH_NUMBERS = 4;

/** The host objects that a call has created: numbered, and dropped with the call. */
export class CallState {
  /** @type {object[]} */
  #formats = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {TextDecoder[]} */
  #decoders = [];
  /** @type {import('node:crypto').Cipher | null} */
  #keyStream = null;

  /** @param {readonly number[] | undefined} seed */
  constructor(seed) {
    this.seed = seed;
  }

  /**
   * @param {string} kind a constructor of `Intl`
   * @param {unknown} locales
   * @param {unknown} options
   */
  addFormat(kind, locales, options) {
    const { key, format } = formatOf(kind, locales, options);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#formats.length >= MAX_FORMATS)
      throw new RangeError(`One run of this code can make ${MAX_FORMATS} different objects of Intl.`);
    this.#formats.push(format);
    this.#numbers.set(key, this.#formats.length - 1);
    return this.#formats.length - 1;
  }

  /**
   * @param {number} number
   * @returns {any}
   */
  format(number) {
    const format = this.#formats[number];
    if (!format) throw new TypeError('There is no such object of Intl.');
    return format;
  }

  /** @param {TextDecoder} decoder a decoder that holds the beginning of a character */
  addDecoder(decoder) {
    if (this.#decoders.length >= MAX_DECODERS)
      throw new RangeError(`One run of this code can decode ${MAX_DECODERS} streams.`);
    return this.#decoders.push(decoder) - 1;
  }

  /** @param {number} number */
  decoder(number) {
    const decoder = this.#decoders[number];
    if (!decoder) throw new TypeError('There is no such TextDecoder.');
    return decoder;
  }

  /**
   * Returns random bytes, the same for the same seed, so that the call can be replayed. They are the stream
   * of a cipher, because code may reveal some and keep others secret.
   * @param {number} count
   */
  randomBytes(count) {
    if (this.#keyStream === null) {
      const own = this.seed?.slice(MATH_NUMBERS) ?? [];
      const seed = this.seed ? JSON.stringify(own.length > 0 ? own : this.seed) : randomBytes(32);
      const key = createHash('sha256').update('random bytes of code\n').update(seed).digest();
      this.#keyStream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
    }
    return this.#keyStream.update(Buffer.alloc(count));
  }
}
