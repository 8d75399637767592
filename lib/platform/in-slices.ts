/** Other work waits at most this long. */
const SLICE_MS = 10;

/** Yields to the event loop. When nothing else is waiting, it adds no delay. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs work made of short steps, with pauses in which the event loop serves other work. */
export async function inSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - beganAt < SLICE_MS) continue;
    await giveWay();
    beganAt = performance.now();
  }
}
