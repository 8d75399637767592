// @ts-check
import { readFileSync } from 'node:fs';
import { CODE_FILE, outOfMemory, syntaxError, thrownError, timedOut, wrap } from './code-error.mjs';
import { ConsoleCapture } from './console-capture.mjs';
import { jsonDepth } from './json-depth.mjs';

/** @typedef {import('../thread-protocol').ThreadCall} ThreadCall */
/** @typedef {import('../contract').CodeError} CodeError */
/** @typedef {import('quickjs-emscripten').QuickJSContext} QuickJSContext */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/**
 * @typedef {object} Instance
 * @property {import('quickjs-emscripten').QuickJSWASMModule} quickjs
 * @property {number} maxOutputBytes
 * @property {() => boolean} isMemoryFull
 * @property {Evaluation | null} [prepared] for the next call
 */
/** @typedef {{ok: true, json: string} | {ok: false, error: CodeError}} Outcome */

const PRELUDE = guestSource('guest-prelude.js');
const DETAILS = guestSource('guest-details.js');
/** About 2,700 plain calls; the thread's own stack (see the pool) is sized to hold what they need outside. */
const MAX_STACK_BYTES = 512 * 1024;
const MAX_RESULT_DEPTH = 200;
/** @type {ThreadCall} */
const NO_CALL = { id: 0, mode: 'value', sources: [], inputs: '[]', timeoutMs: 0 };
const JOBS_AT_ONCE = 1_000;
const JOBS_AFTER_INTERRUPTION = 10;

/**
 * Makes the runtime of the next call while nobody waits for it: that takes three times as long as a short
 * call. It serves that one call alone.
 * @param {Instance} instance
 */
export function prepare(instance) {
  try {
    instance.prepared ??= new Evaluation(instance);
  } catch {
    // Without memory for it; the next call tries again, and says what is wrong.
    instance.prepared = null;
  }
}

/**
 * Runs one call in a runtime of its own.
 * @param {Instance} instance
 * @param {ThreadCall} call
 * @param {ConsoleCapture} capture
 * @returns {Outcome & {sound: boolean}} when not `sound`, the WebAssembly instance must not be used again
 */
export function evaluate(instance, call, capture) {
  /** @type {Outcome | null} */
  let outcome = null;
  const deadline = performance.now() + call.timeoutMs;
  try {
    const evaluation = instance.prepared ?? new Evaluation(instance);
    instance.prepared = null;
    outcome = evaluation.run(call, capture, deadline);
    if (evaluation.interrupted || (!outcome.ok && outcome.error.code === 'CODE_OUT_OF_MEMORY')) {
      return { ...outcome, sound: false };
    }
    evaluation.dispose();
    return { ...outcome, sound: true };
  } catch (error) {
    // The instance itself failed (its memory or stack is used up, or an assertion broke): nothing in it can
    // be trusted.
    return { ...(outcome ?? { ok: false, error: crashError(error, call, deadline) }), sound: false };
  }
}

class Evaluation {
  /** @type {Outcome | null} */
  #outcome = null;
  interrupted = false;
  /** @type {ThreadCall} */
  call = NO_CALL;
  capture = new ConsoleCapture();
  deadline = Number.POSITIVE_INFINITY;

  /** @param {Instance} instance */
  constructor(instance) {
    this.instance = instance;
    this.runtime = instance.quickjs.newRuntime();
    this.runtime.setMaxStackSize(MAX_STACK_BYTES);
    this.runtime.setInterruptHandler(() => this.#isOverdue());
    this.context = this.runtime.newContext();
    /** @type {QuickJSHandle[]} */
    this.handles = [];
    this.boot = this.#boot();
  }

  #isOverdue() {
    this.interrupted ||= performance.now() > this.deadline;
    return this.interrupted;
  }

  dispose() {
    for (const handle of this.handles.reverse()) handle.dispose();
    this.context.dispose();
    this.runtime.dispose();
  }

  /**
   * @param {ThreadCall} call
   * @param {ConsoleCapture} capture
   * @param {number} deadline
   * @returns {Outcome}
   */
  run(call, capture, deadline) {
    this.call = call;
    this.capture = capture;
    this.deadline = deadline;
    /** @type {QuickJSHandle[]} */
    const sources = [];
    for (const [index, source] of this.call.sources.entries()) {
      const compiled = this.context.evalCode(wrap(source), `${CODE_FILE}${index}`, { type: 'global' });
      if (compiled.error) {
        const thrown = this.#read(compiled.error);
        return {
          ok: false,
          error: this.interrupted ? this.#timedOut() : syntaxError(thrown, index, source),
        };
      }
      sources.push(this.#keep(compiled.value));
    }
    const mode = this.#keep(this.context.newString(this.call.mode));
    const inputs = this.#keep(this.context.newString(this.call.inputs));
    const started = this.context.callFunction(this.boot, this.context.undefined, mode, inputs, ...sources);
    if (started.error) return { ok: false, error: this.#failure(started.error) };
    return this.#pump(this.#keep(started.value));
  }

  /** The prelude's `run`, with the ways out given to it. */
  #boot() {
    const log = this.#keep(
      this.context.newFunction('log', (level, text) => {
        const welcome = this.capture.add(
          this.context.getString(level),
          JSON.parse(this.context.getString(text)),
        );
        return welcome ? this.context.true : this.context.false;
      }),
    );
    const report = this.#keep(
      this.context.newFunction('report', (kind, text) => {
        this.#outcome ??= this.#settle(this.context.getString(kind), text);
      }),
    );
    const details = this.#keep(
      this.context.newFunction('details', () =>
        this.context.unwrapResult(this.context.evalCode(DETAILS, 'details', { type: 'global' })),
      ),
    );
    const prelude = this.#keep(
      this.context.unwrapResult(this.context.evalCode(PRELUDE, 'prelude', { type: 'global' })),
    );
    return this.#keep(
      this.context.unwrapResult(
        this.context.callFunction(prelude, this.context.undefined, log, report, details),
      ),
    );
  }

  /**
   * @param {QuickJSHandle} promise of the prelude's `run`
   * @returns {Outcome}
   */
  #pump(promise) {
    while (this.#outcome === null && !this.#isOverdue() && this.runtime.hasPendingJob()) {
      const pumped = this.runtime.executePendingJobs(JOBS_AT_ONCE);
      if (pumped.error) return { ok: false, error: this.#failure(this.#keep(pumped.error)) };
    }
    // An interruption rejects the promise of an async function, so the code may seem to have ended by itself;
    // the jobs that follow tell where it was.
    if (this.interrupted) this.runtime.executePendingJobs(JOBS_AFTER_INTERRUPTION);
    if (this.interrupted) return { ok: false, error: { ...this.#timedOut(), ...placeOf(this.#outcome) } };
    if (this.#outcome !== null) return this.#outcome;
    const state = this.context.getPromiseState(promise);
    if (state.type === 'rejected') return { ok: false, error: this.#failure(this.#keep(state.error)) };
    // Without memory, a promise's jobs end without a trace.
    if (this.instance.isMemoryFull()) return { ok: false, error: outOfMemory() };
    const message = 'The code waits for a promise that nothing will ever settle.';
    return { ok: false, error: { code: 'CODE_TIMEOUT', message } };
  }

  /**
   * @param {string} kind
   * @param {QuickJSHandle} text
   * @returns {Outcome}
   */
  #settle(kind, text) {
    const length = this.context.getProp(text, 'length').consume((handle) => this.context.getNumber(handle));
    if (kind === 'value' && length > this.instance.maxOutputBytes) return this.#tooLarge();
    const json = this.context.getString(text);
    if (kind === 'value') {
      if (Buffer.byteLength(json) > this.instance.maxOutputBytes) return this.#tooLarge();
      if (jsonDepth(json) <= MAX_RESULT_DEPTH) return { ok: true, json };
      return invalid(`The result is nested more than ${MAX_RESULT_DEPTH} levels deep.`);
    }
    if (kind === 'invalid') return invalid(JSON.parse(json));
    const { index, ...thrown } = JSON.parse(json);
    return { ok: false, error: this.#thrown(thrown, index) };
  }

  /** @returns {Outcome} */
  #tooLarge() {
    const message = `The result is larger than ${this.instance.maxOutputBytes} bytes as JSON.`;
    return { ok: false, error: { code: 'CODE_OUTPUT_TOO_LARGE', message } };
  }

  /**
   * An error that no code could catch.
   * @param {QuickJSHandle} handle
   */
  #failure(handle) {
    const error = this.#thrown(this.#read(handle), 0);
    return this.interrupted ? { ...this.#timedOut(), ...placeOf({ ok: false, error }) } : error;
  }

  /**
   * With no memory left even for the error, QuickJS throws null or an error that has lost its words.
   * @param {{name: string, message: string, stack: string, isError: boolean}} thrown
   * @param {number} index
   */
  #thrown(thrown, index) {
    const wordless = /^(null)?$/.test(thrown.message);
    if (wordless && this.instance.isMemoryFull()) return outOfMemory();
    return thrownError(thrown, index, this.call.sources[index]);
  }

  /** @param {QuickJSHandle} handle */
  #read(handle) {
    const dumped = this.context.dump(this.#keep(handle));
    const { name = '', message = '', stack = '' } = Object(dumped);
    return { name: String(name), message: String(message), stack: String(stack), isError: true };
  }

  #timedOut() {
    return timedOut(this.call.timeoutMs);
  }

  /**
   * @template {QuickJSHandle} Handle
   * @param {Handle} handle
   * @returns {Handle}
   */
  #keep(handle) {
    this.handles.push(handle);
    return handle;
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

/** @param {Outcome | null} outcome */
function placeOf(outcome) {
  if (!outcome || outcome.ok) return {};
  const { line, index } = outcome.error;
  return { ...(line === undefined ? {} : { line }), ...(index === undefined ? {} : { index }) };
}

/**
 * @param {string} message
 * @returns {Outcome}
 */
function invalid(message) {
  return { ok: false, error: { code: 'CODE_RESULT_INVALID', message } };
}

/**
 * Source for QuickJS, without indentation, the comment at its head and those of a line: it is compiled for
 * each call.
 * @param {string} file
 */
function guestSource(file) {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  return source.replace(/^\/\*[\s\S]*?\*\/|^ *\/[/*].*$/gm, '').replace(/^\s+/gm, '');
}
