/** A thread of `measureSlowness`: says how many steps of a simple loop it takes in a millisecond. */
import { parentPort } from 'node:worker_threads';

const MEASURED_MS = 1_000;
const STEPS_AT_ONCE = 200_000;

const startedAt = performance.now();
let steps = 0;
let value = 1;
while (performance.now() - startedAt < MEASURED_MS) {
  for (let step = 0; step < STEPS_AT_ONCE; step += 1)
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  steps += STEPS_AT_ONCE;
}
// The value goes along, so that the loop is not optimized away.
parentPort?.postMessage({ stepsPerMs: steps / (performance.now() - startedAt), value });
