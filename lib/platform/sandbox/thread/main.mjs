// @ts-check
/**
 * A thread of the sandbox. It is plain JavaScript because it is loaded unbuilt from the clone, whether the
 * process around it runs from source, from a bundle or inside Next.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Chain } from './chain.mjs';
import { ConsoleCapture } from './console-capture.mjs';
import { Evaluator } from './evaluate.mjs';
import { GuestClock, standInUtc } from './guest-clock.mjs';
import { QuickJsInstance } from './quickjs-instance.mjs';

const WASM_PAGE_BYTES = 65_536;
const INITIAL_PAGES = 256; // the initial size that the module requires
/** WebAssembly memory never shrinks: a thread that grew further is replaced, so that idle ones stay small. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** @type {import('../thread-protocol').ThreadSettings} */
const { wasm, memoryBytes, maxOutputBytes } = workerData;
if (!parentPort) throw new Error('This file runs in a worker thread only.');
const port = parentPort;

const maximumPages = Math.max(INITIAL_PAGES, Math.floor(memoryBytes / WASM_PAGE_BYTES));
// Only a capped memory enforces the limit: QuickJS's own limit doesn't cover all strings and buffers.
const wasmMemory = new WebAssembly.Memory({
  initial: INITIAL_PAGES,
  maximum: maximumPages,
});
standInUtc();
const clock = new GuestClock();
const instance = await QuickJsInstance.make({ memory: wasmMemory, wasm });

// The memory grows in steps, the last of which may not fit.
const isMemoryFull = () => wasmMemory.buffer.byteLength > 0.8 * maximumPages * WASM_PAGE_BYTES;
const evaluator = new Evaluator(instance, { maxOutputBytes, isMemoryFull });

port.on('message', (/** @type {import('../thread-protocol').ThreadCall} */ first) => {
  const chain = new Chain(first);
  /** @type {import('../thread-protocol').ThreadCall | null} */
  let call = first;
  while (call !== null) call = answer(call, chain);
});
say({ type: 'ready' });

/**
 * @param {import('../thread-protocol').ThreadCall} call
 * @param {Chain} chain
 * @returns {import('../thread-protocol').ThreadCall | null} the call to continue with
 */
function answer(call, chain) {
  const capture = new ConsoleCapture();
  clock.set(call.nowMs);
  const { sound, ...outcome } = evaluator.evaluate(call, capture);
  const usedUp = !sound || wasmMemory.buffer.byteLength > KEPT_BYTES;
  const readClock = clock.wasRead;
  const next = outcome.ok && !usedUp ? chain.after(outcome.json, readClock) : null;
  const told = { id: call.id, console: capture.lines, usedUp, readClock, goesOn: next !== null };
  say(
    outcome.ok
      ? { ...told, type: 'done', json: outcome.json }
      : { ...told, type: 'failed', error: outcome.error },
  );
  if (!usedUp) evaluator.prepare();
  return next;
}

/** @param {import('../thread-protocol').ThreadReply} reply */
function say(reply) {
  port.postMessage(reply);
}
