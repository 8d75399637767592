// @ts-check
/**
 * Loaded into a server before its own code (`NODE_OPTIONS=--import`): a thread records each task that
 * blocked its event loop, and its place in the code.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread, Worker } from 'node:worker_threads';

const BEAT_EVERY_MS = 10;
const NOTED_GC_MS = 30;

const file = process.env.FUZZ_LOOP_FILE;
// The server's threads and child processes receive the same options.
const isServer = isMainThread && (process.argv[1] ?? '').endsWith('server.mjs');

if (file !== undefined && isServer) {
  const memory = new SharedArrayBuffer(4);
  const beats = new Int32Array(memory);
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_EVERY_MS).unref();
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (duration >= NOTED_GC_MS)
        appendFileSync(
          file,
          `${JSON.stringify({ kind: 'gc', atMs: performance.timeOrigin + startTime, ms: duration })}\n`,
        );
  }).observe({ entryTypes: ['gc'] });
  const thread = new Worker(new URL('./loop-thread.mjs', import.meta.url), {
    workerData: { memory, file },
    execArgv: [],
    env: {},
  });
  thread.unref();
}
