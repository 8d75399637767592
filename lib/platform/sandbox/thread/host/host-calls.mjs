// @ts-check
import { ANSWERS } from './answers.mjs';
import { compareTexts } from './intl.mjs';
import { MATH } from './math.mjs';
import { decode, failureOf } from './values.mjs';

/** @typedef {import('quickjs-emscripten').QuickJSContext} QuickJSContext */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/** @typedef {import('./call-state.mjs').CallState} CallState */
/**
 * Functions of the library that take contexts and values by their addresses.
 * @typedef {object} Ffi
 * @property {(values: number, at: number) => number} QTS_ArgvGetJSValueConstPointer
 * @property {(context: number, value: number) => number} QTS_GetFloat64
 * @property {(context: number, value: number) => number} QTS_GetString
 * @property {(context: number, number: number) => number} QTS_NewFloat64
 * @property {(context: number, text: number) => number} QTS_NewString
 */
/**
 * @callback CallFunction
 * @param {number} context
 * @param {number} self
 * @param {number} count
 * @param {number} values
 * @param {number} id
 * @returns {unknown}
 */
/**
 * @typedef {object} Allocator
 * @property {(bytes: number) => number} _malloc
 * @property {(pointer: number) => void} _free
 * @property {(text: string) => number} lengthBytesUTF8
 * @property {(text: string, pointer: number, bytes: number) => void} stringToUTF8
 */
/**
 * The internals that the library uses to call each function of the host; they are not part of its public
 * interface, and the tests of this folder fail should it ever change.
 * @typedef {object} Inside
 * @property {{callFunction: CallFunction}} cToHostCallbacks
 * @property {Ffi} ffi
 * @property {{module: Allocator, consumeJSCharPointer(pointer: number): string}} memory
 * @property {(id: number) => Function} getFunction
 */

/** The maximum length of a text that code passes to the host in one call, in characters of its JSON. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * The functions through which code in QuickJS has the host compute something: numbers and JSON texts go in,
 * a number or a JSON text comes back. The library's own calls take ten times as long, with handles that
 * these don't need, and `Math.sin` or `localeCompare` may be called a hundred thousand times.
 */
export class HostCalls {
  /** @type {Map<Function, (context: number, values: number) => unknown>} */
  #direct = new Map();
  #inside;

  /**
   * @param {QuickJSContext} context
   * @param {() => CallState} state of the call under way
   * @param {() => boolean} isOverdue
   */
  constructor(context, state, isOverdue) {
    this.state = state;
    this.isOverdue = isOverdue;
    this.#inside = /** @type {Inside} */ (/** @type {unknown} */ (context));
    const callbacks = this.#inside.cToHostCallbacks;
    const { callFunction } = callbacks;
    callbacks.callFunction = (pointer, self, count, values, id) => {
      const direct = this.#direct.get(this.#inside.getFunction(id));
      return direct ? direct(pointer, values) : callFunction(pointer, self, count, values, id);
    };
    this.number = this.#made(context, 'number', (pointer, values) => this.#number(pointer, values));
    this.compare = this.#made(context, 'compare', (pointer, values) => this.#compare(pointer, values));
    this.text = this.#made(context, 'text', (pointer, values) => this.#text(pointer, values));
  }

  /**
   * @param {QuickJSContext} context
   * @param {string} name
   * @param {(context: number, values: number) => unknown} direct
   * @returns {QuickJSHandle}
   */
  #made(context, name, direct) {
    const stand = () => context.undefined;
    this.#direct.set(stand, direct);
    return context.newFunction(name, stand);
  }

  /** Handles `(which, a, b)`: a function of `Math`. */
  #number(/** @type {number} */ pointer, /** @type {number} */ values) {
    const [a, b] = [this.#numberAt(pointer, values, 1), this.#numberAt(pointer, values, 2)];
    const calculate = MATH[this.#numberAt(pointer, values, 0)];
    return this.#inside.ffi.QTS_NewFloat64(pointer, calculate ? calculate(a, b) : Number.NaN);
  }

  /** Handles `(number of a collator, JSON of two texts)`; returns NaN for texts that can't be compared. */
  #compare(/** @type {number} */ pointer, /** @type {number} */ values) {
    const order = compareTexts(
      this.state(),
      this.#numberAt(pointer, values, 0),
      this.#textAt(pointer, values, 1),
    );
    return this.#inside.ffi.QTS_NewFloat64(pointer, order);
  }

  /** Handles `(name, JSON of a list)`: returns `=` and the answer's JSON, if any, or `!` and an error's. */
  #text(/** @type {number} */ pointer, /** @type {number} */ values) {
    const answer = this.#answer(this.#textAt(pointer, values, 0), this.#textAt(pointer, values, 1));
    const { ffi, memory } = this.#inside;
    const bytes = memory.module.lengthBytesUTF8(answer) + 1;
    const text = memory.module._malloc(bytes);
    // Without a value, the caller has no memory left for its error either.
    if (text === 0) return 0;
    memory.module.stringToUTF8(answer, text, bytes);
    const value = ffi.QTS_NewString(pointer, text);
    memory.module._free(text);
    return value;
  }

  /**
   * @param {string} name
   * @param {string} json
   */
  #answer(name, json) {
    try {
      const answer = ANSWERS.get(name);
      if (!answer) throw new TypeError(`There is no ${name} here.`);
      if (json.length > MAX_LENGTH) throw new RangeError('That is more text than can be worked on at once.');
      if (this.isOverdue()) throw new RangeError('The time is over.');
      return `=${JSON.stringify(answer(this.state(), ...JSON.parse(json).map(decode))) ?? ''}`;
    } catch (error) {
      return `!${JSON.stringify(failureOf(error))}`;
    }
  }

  /**
   * @param {number} pointer
   * @param {number} values
   * @param {number} at
   * @returns {number}
   */
  #numberAt(pointer, values, at) {
    const { ffi } = this.#inside;
    return ffi.QTS_GetFloat64(pointer, ffi.QTS_ArgvGetJSValueConstPointer(values, at));
  }

  /**
   * @param {number} pointer
   * @param {number} values
   * @param {number} at
   */
  #textAt(pointer, values, at) {
    const { ffi, memory } = this.#inside;
    const text = ffi.QTS_GetString(pointer, ffi.QTS_ArgvGetJSValueConstPointer(values, at));
    return memory.consumeJSCharPointer(text);
  }
}
