/** Others wait so long at most. */
const SLICE_MS = 10;

/** As long as the event loop has nothing else to do it takes no longer than without. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work made of short steps, with pauses in which the event loop does what others wait for. */
export async function inSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - beganAt < SLICE_MS) continue;
    await giveWay();
    beganAt = performance.now();
  }
}
