/** Steps of `stepsPerMs` that a core of the reference machine takes in a millisecond, when it is quiet. */
export const REFERENCE_STEPS_PER_MS = 780_000;
const STEPS_AT_ONCE = 50_000;

/**
 * A step of the loop. Ten are taken a turn: of a loop with one, V8 makes now this code and now that, which is
 * two and a half times as slow.
 */
const next = (value) => (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
const tenLater = (value) => next(next(next(next(next(next(next(next(next(next(value))))))))));

/** The pace of this thread, as it is now: steps a millisecond over at least `leastMs`. */
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
  // The value is looked at, so that the loop is not optimized away.
  if (!Number.isInteger(value)) throw new Error('The loop went wrong.');
  return steps / passedMs;
}
