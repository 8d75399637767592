import { existsSync, readFileSync } from 'node:fs';
import { usedMs } from './loop-holds';

/** Prepares an input of this size, and returns the work on it that is measured. */
export type MakeWork = (size: number) => () => unknown;

export interface Growth {
  /** Processor time in ms at each size, from the smallest; sizes are left out after one that takes too long. */
  ms: number[];
  /** The power of the size that the cost grows with. */
  exponent: number;
}

/** After work this long, larger sizes are left out, and it is measured no more. */
const TOO_LONG_MS = 5_000;
/** Shorter work is no more than the clock and a call. */
const LEAST_MS = 0.2;

/** Measures the cost of work at n, 2n and 4n. */
export async function growthOf(make: MakeWork, size: number): Promise<Growth> {
  const least: number[] = [];
  for (let round = 0; round < 3; round += 1) await measure(make, { size, times: [1, 2, 4] }, least);
  return growth(least, least.length === 3 ? 4 : 2 ** Math.max(1, least.length - 1));
}

/** Sorting, longer keys, memory and noise take a little more than the size; comparing all pairs takes 2. */
export const MOST_EXPONENT = 1.6;
const TIMES = 8;
const MOST_ROUNDS = 10;

/**
 * Throws if the cost of work grows clearly faster than its input: compared are processor times at `size` and at
 * eight times that, so that neither a slow nor a busy machine counts. Noise only lengthens them, so the least of
 * some rounds counts, and as many follow as could still change the result.
 */
export async function expectSteadyGrowth(make: MakeWork, size: number): Promise<void> {
  const least: number[] = [];
  let found = growth([0, 0], TIMES);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await measure(make, { size, times: [1, TIMES] }, least);
    found = growth(least, TIMES);
    if (least.at(-1)! > TOO_LONG_MS) break;
    if (round > 0 && found.exponent < MOST_EXPONENT) return;
  }
  const [few = 0, many] = found.ms;
  const atSize = `It takes ${few.toFixed(1)} ms at ${size}`;
  if (many === undefined) throw new Error(`${atSize}, which is too long to compare it with a larger size.`);
  const power = found.exponent.toFixed(1);
  throw new Error(`${atSize}, ${many.toFixed(1)} ms at ${size * TIMES}: it grows with the power ${power}.`);
}

const growth = (ms: number[], times: number): Growth => {
  const [first = 0, last = first] = [ms[0], ms.at(-1)];
  const exponent = Math.log(Math.max(last, LEAST_MS) / Math.max(first, LEAST_MS)) / Math.log(times);
  return { ms, exponent };
};

/** Measures each size once, by turns, so that a busy moment touches several; `least` keeps the shortest times. */
async function measure(
  make: MakeWork,
  { size, times }: { size: number; times: readonly number[] },
  least: number[],
): Promise<void> {
  for (const [index, factor] of times.entries()) {
    const work = make(size * factor);
    const before = threadMs();
    await work();
    least[index] = Math.min(least[index] ?? Number.POSITIVE_INFINITY, threadMs() - before);
    if (least[index] > TOO_LONG_MS) return;
  }
}

const OWN_TIMES = '/proc/thread-self/schedstat';
const cell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Returns the processor time of this thread in ms: test files share a process. Linux counts it when a thread
 * pauses; other systems tell only the process's.
 */
function threadMs(): number {
  if (!existsSync(OWN_TIMES)) return usedMs();
  Atomics.wait(cell, 0, 0, 0.01);
  return Number.parseInt(readFileSync(OWN_TIMES, 'utf8'), 10) / 1e6;
}
