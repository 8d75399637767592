// @ts-check

import { jsonDepth } from '../../text/count-levels.mjs';
import { CODE_FILE, outOfMemory, syntaxError, thrownError, timedOut, wrap } from './code-error.mjs';
import { ConsoleCapture } from './console-capture.mjs';
import { guestSource, partsFor } from './guest-sources.mjs';
import { CallState } from './host/call-state.mjs';
import { HostCalls } from './host/host-calls.mjs';

/** @typedef {import('../thread-protocol').ThreadCall} ThreadCall */
/** @typedef {import('../contract').CodeError} CodeError */
/** @typedef {import('quickjs-emscripten').QuickJSHandle} QuickJSHandle */
/**
 * @typedef {object} Limits
 * @property {number} maxOutputBytes
 * @property {() => boolean} isMemoryFull
 */
/** @typedef {{ok: true, json: string} | {ok: false, error: CodeError}} Outcome */

const TOOLS = guestSource('tools');
const PRELUDE = guestSource('prelude');
/**
 * About 2,700 plain calls; the thread's own stack (see the pool) is large enough for their frames outside.
 */
const MAX_STACK_BYTES = 512 * 1024;
const MAX_RESULT_DEPTH = 200;
/** @type {ThreadCall} */
const NO_CALL = { id: 0, mode: 'value', sources: [], inputs: '[]', timeoutMs: 0 };
const JOBS_AT_ONCE = 1_000;
const JOBS_AFTER_INTERRUPTION = 10;

/**
 * A QuickJS context, and its current call. Its memory is restored after each, so nothing needs to be
 * disposed.
 */
export class CallContext {
  /** @type {Outcome | null} */
  #outcome = null;
  interrupted = false;
  /** @type {ThreadCall} */
  call = NO_CALL;
  capture = new ConsoleCapture();
  deadline = Number.POSITIVE_INFINITY;
  state = new CallState(undefined);

  /**
   * @param {import('quickjs-emscripten').QuickJSWASMModule} quickjs
   * @param {Limits} limits
   */
  constructor(quickjs, limits) {
    this.limits = limits;
    this.runtime = quickjs.newRuntime();
    this.runtime.setMaxStackSize(MAX_STACK_BYTES);
    this.runtime.setInterruptHandler(() => this.#isOverdue());
    this.context = this.runtime.newContext();
    const hostCalls = new HostCalls(
      this.context,
      () => this.state,
      () => this.#isOverdue(),
    );
    const { number, compare, text } = hostCalls;
    const source = this.context.newFunction('source', (part) =>
      this.#evaluate(guestSource(this.context.getString(part)), 'part'),
    );
    this.tools = this.#called(TOOLS, 'tools', number, compare, text, source);
    this.boot = this.#boot();
  }

  #isOverdue() {
    this.interrupted ||= performance.now() > this.deadline;
    return this.interrupted;
  }

  /**
   * @param {ThreadCall} call
   * @param {ConsoleCapture} capture
   * @param {number} deadline
   */
  begin(call, capture, deadline) {
    this.#outcome = null;
    this.call = call;
    this.capture = capture;
    this.deadline = deadline;
    this.state = new CallState(call.seed);
  }

  /** @returns {QuickJSHandle[] | Outcome} */
  compile() {
    const functions = [];
    for (const [index, source] of this.call.sources.entries()) {
      const compiled = this.context.evalCode(wrap(source), `${CODE_FILE}${index}`, { type: 'global' });
      if (compiled.error) {
        const thrown = this.#read(compiled.error);
        const error = this.interrupted ? this.#timedOut() : syntaxError(thrown, index, source);
        return { ok: false, error };
      }
      functions.push(compiled.value);
    }
    return functions;
  }

  /**
   * @param {readonly QuickJSHandle[]} functions
   * @returns {Outcome}
   */
  run(functions) {
    const { mode, inputs, missing = '' } = this.call;
    const given = [mode, inputs, seedOf(this.call), missing].map((text) => this.context.newString(text));
    const started = this.context.callFunction(this.boot, this.context.undefined, ...given, ...functions);
    if (started.error) return { ok: false, error: this.#failure(started.error) };
    return this.#pump(started.value);
  }

  /** Creates the prelude's `run`, with the functions for its output. */
  #boot() {
    const log = this.context.newFunction('log', (level, text) => {
      const welcome = this.capture.add(
        this.context.getString(level),
        JSON.parse(this.context.getString(text)),
      );
      return welcome ? this.context.true : this.context.false;
    });
    const report = this.context.newFunction('report', (kind, text) => {
      this.#outcome ??= this.#settle(this.context.getString(kind), text);
    });
    return this.#called(PRELUDE, 'prelude', this.tools, log, report);
  }

  /** Loads the parts of the guest that the call's code will probably use, before its memory is saved. */
  readAhead() {
    const load = this.context.getProp(this.tools, 'load');
    for (const part of partsFor(this.call.sources)) {
      const name = this.context.newString(part);
      this.context.unwrapResult(this.context.callFunction(load, this.context.undefined, name));
    }
  }

  /**
   * @param {string} source
   * @param {string} file
   */
  #evaluate(source, file) {
    return this.context.unwrapResult(this.context.evalCode(source, file, { type: 'global' }));
  }

  /**
   * Calls a function of ours with these values.
   * @param {string} source
   * @param {string} file
   * @param {QuickJSHandle[]} given
   */
  #called(source, file, ...given) {
    const made = this.#evaluate(source, file);
    return this.context.unwrapResult(this.context.callFunction(made, this.context.undefined, ...given));
  }

  /**
   * @param {QuickJSHandle} promise the promise of the prelude's `run`
   * @returns {Outcome}
   */
  #pump(promise) {
    while (this.#outcome === null && !this.#isOverdue() && this.runtime.hasPendingJob()) {
      const pumped = this.runtime.executePendingJobs(JOBS_AT_ONCE);
      if (pumped.error) return { ok: false, error: this.#failure(pumped.error) };
    }
    // An interruption rejects the promise of an async function, so the code may seem to have ended by
    // itself; the jobs that follow show where it was.
    if (this.interrupted) this.runtime.executePendingJobs(JOBS_AFTER_INTERRUPTION);
    if (this.interrupted) return { ok: false, error: { ...this.#timedOut(), ...placeOf(this.#outcome) } };
    if (this.#outcome !== null) return this.#outcome;
    const state = this.context.getPromiseState(promise);
    if (state.type === 'rejected') return { ok: false, error: this.#failure(state.error) };
    // Without memory, a promise's jobs end without a trace.
    if (this.limits.isMemoryFull()) return { ok: false, error: outOfMemory() };
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
    if (kind === 'value' && length > this.limits.maxOutputBytes) return this.#tooLarge();
    const json = this.context.getString(text);
    if (kind === 'value') {
      if (Buffer.byteLength(json) > this.limits.maxOutputBytes) return this.#tooLarge();
      if (jsonDepth(json) <= MAX_RESULT_DEPTH) return { ok: true, json };
      return invalid(`The result is nested more than ${MAX_RESULT_DEPTH} levels deep.`);
    }
    if (kind === 'invalid') return invalid(JSON.parse(json));
    const { index, ...thrown } = JSON.parse(json);
    return { ok: false, error: this.#thrown(thrown, index) };
  }

  /** @returns {Outcome} */
  #tooLarge() {
    const message = `The result is larger than ${this.limits.maxOutputBytes} bytes as JSON.`;
    return { ok: false, error: { code: 'CODE_OUTPUT_TOO_LARGE', message } };
  }

  /**
   * Returns an error that no code could catch.
   * @param {QuickJSHandle} handle
   */
  #failure(handle) {
    const error = this.#thrown(this.#read(handle), 0);
    return this.interrupted ? { ...this.#timedOut(), ...placeOf({ ok: false, error }) } : error;
  }

  /**
   * With no memory left even for the error, QuickJS throws null or an error without a message.
   * @param {import('./code-error.mjs').Thrown} thrown
   * @param {number} index
   */
  #thrown(thrown, index) {
    const wordless = /^(null)?$/.test(thrown.message);
    if (wordless && this.limits.isMemoryFull()) return outOfMemory();
    return thrownError(thrown, index, this.call.sources[index]);
  }

  /** @param {QuickJSHandle} handle */
  #read(handle) {
    const dumped = this.context.dump(handle);
    const { name = '', message = '', stack = '' } = Object(dumped);
    return { name: String(name), message: String(message), stack: String(stack), isError: true };
  }

  #timedOut() {
    return timedOut(this.call.timeoutMs);
  }
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
 * Returns the seed for the code's `Math.random`, whose own state is restored with the memory.
 * @param {ThreadCall} call
 */
function seedOf({ seed }) {
  return JSON.stringify(seed ?? [...crypto.getRandomValues(new Uint32Array(4))]);
}
