import { continueMark, currentMark } from './event-loop/marks';

/** Other work waits at most this long. */
const SLICE_MS = 10;

/** Yields to the event loop. When nothing else is waiting, it adds no delay. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs work made of short steps, with pauses in which the event loop serves other work. Of all such work, one
 * slice runs in each turn of the loop, so that ten large documents delay others no more than one does.
 */
export async function inSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - beganAt < SLICE_MS) continue;
    await ownTurn();
    beganAt = performance.now();
  }
}

/** Does the same for steps that end in a later microtask, such as writes to a stream. */
export async function inAsyncSlices<Result>(steps: AsyncGenerator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ; ) {
    const step = await steps.next();
    if (step.done) return step.value;
    if (performance.now() - beganAt < SLICE_MS) continue;
    await ownTurn();
    beganAt = performance.now();
  }
}

const waiting: Array<() => void> = [];

/** Waits for a turn of the event loop that no other slice of the process shares; the mark of this turn holds there. */
export function ownTurn(): Promise<void> {
  const mark = currentMark();
  return new Promise((resolve) => {
    waiting.push(() => {
      if (mark !== null) continueMark(mark);
      resolve();
    });
    if (waiting.length === 1) setImmediate(startNext);
  });
}

function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}
