/** Steps of `stepsPerMs` that a core of the idle reference machine makes per millisecond. */
export const REFERENCE_STEPS_PER_MS = 780_000;
/** A thread of `measureSlowness` counts its steps for this time. */
export const MEASURED_MS = 1_000;
const STEPS_AT_ONCE = 50_000;

/**
 * One step of the loop. Ten are made per iteration: for a loop with one, V8's choice of code varies, and
 * one of them is two and a half times as slow.
 */
const next = (value) => (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
const tenLater = (value) => next(next(next(next(next(next(next(next(next(next(value))))))))));

/** Returns the current pace of this thread: steps per millisecond over at least `leastMs`. */
export function stepsPerMs(leastMs) {
  const startedAt = performance.now();
  let steps = 0;
  let value = 1;
  let passedMs = 0;
  do {
    for (let step = 0; step < STEPS_AT_ONCE; step += 10) value = tenLater(value);
    steps += STEPS_AT_ONCE;
    passedMs = performance.now() - startedAt;
  } while (passedMs < leastMs);
  // The value is checked, so that the loop is not optimized away.
  if (!Number.isInteger(value)) throw new Error('The loop went wrong.');
  return steps / passedMs;
}
