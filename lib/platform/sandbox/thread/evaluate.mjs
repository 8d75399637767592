// @ts-check
import { CallContext } from './call-context.mjs';
import { outOfMemory, timedOut } from './code-error.mjs';
import { Programs } from './programs.mjs';

/** @typedef {import('../thread-protocol').ThreadCall} ThreadCall */
/** @typedef {import('../contract').CodeError} CodeError */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/** @typedef {import('./console-capture.mjs').ConsoleCapture} ConsoleCapture */
/** @typedef {import('./quickjs-instance.mjs').QuickJsInstance} QuickJsInstance */
/** @typedef {import('./quickjs-instance.mjs').MemoryImage} MemoryImage */
/** @typedef {import('./call-context.mjs').Limits} Limits */
/** @typedef {import('./call-context.mjs').Outcome} Outcome */

/**
 * Runs one call after the other, each in the memory state before the first: a context that has just
 * started, with the call's code compiled if it was seen before. Restoring memory takes a fraction of the
 * time to start a context, and nothing that a call left behind outlives it.
 */
export class Evaluator {
  #programs = new Programs();
  #base;
  #context;
  /** @type {MemoryImage | null} The image whose state the memory has now. */
  #clean;
  /** @type {MemoryImage} The image of the last call. */
  #next;

  /**
   * @param {QuickJsInstance} instance
   * @param {Limits} limits
   */
  constructor(instance, limits) {
    this.instance = instance;
    this.#context = new CallContext(instance.quickjs, limits);
    this.#base = instance.takeImage();
    this.#clean = this.#next = this.#base;
  }

  /** Restores memory for a call like the last one, while nobody waits for it. */
  prepare() {
    this.#putBack(this.#next);
  }

  /**
   * @param {ThreadCall} call
   * @param {ConsoleCapture} capture
   * @returns {Outcome & {sound: boolean}} when not `sound`, the WebAssembly instance must not be used again
   */
  evaluate(call, capture) {
    /** @type {Outcome | null} */
    let outcome = null;
    const deadline = performance.now() + call.timeoutMs;
    try {
      const context = this.#context;
      context.begin(call, capture, deadline);
      const functions = this.#compiled(call);
      outcome = Array.isArray(functions) ? context.run(functions) : functions;
      const isLost = context.interrupted || (!outcome.ok && outcome.error.code === 'CODE_OUT_OF_MEMORY');
      return { ...outcome, sound: !isLost };
    } catch (error) {
      // The instance itself failed (its memory or stack is used up, or an assertion broke): nothing in it
      // can be trusted.
      return { ...(outcome ?? { ok: false, error: crashError(error, call, deadline) }), sound: false };
    }
  }

  /**
   * @param {ThreadCall} call
   * @returns {QuickJSHandle[] | Outcome} the code's sources as functions, or the compile error
   */
  #compiled({ sources }) {
    const key = this.#programs.keyOf(sources);
    const program = this.#programs.find(key);
    this.#putBack(program?.image ?? this.#base);
    this.#next = this.#clean ?? this.#base;
    this.#clean = null;
    if (program) return program.functions;
    const functions = this.#context.compile();
    if (Array.isArray(functions) && key !== null && this.#programs.isWorthKeeping(key)) {
      this.#context.readAhead();
      this.#next = this.instance.takeImage();
      this.#programs.keep(key, { image: this.#next, functions });
    }
    return functions;
  }

  /** @param {MemoryImage} image */
  #putBack(image) {
    if (this.#clean === image) return;
    this.instance.restore(image);
    this.#clean = image;
  }
}

/**
 * @param {unknown} error
 * @param {ThreadCall} call
 * @param {number} deadline
 * @returns {CodeError}
 */
function crashError(error, call, deadline) {
  if (performance.now() > deadline) return timedOut(call.timeoutMs);
  if (error instanceof RangeError) {
    return { code: 'CODE_THREW', message: 'The code calls itself too deeply (stack overflow).' };
  }
  return outOfMemory();
}
