import { REFERENCE_STEPS_PER_MS, stepsPerMs } from '../../../scripts/lib/step-loop.mjs';

/**
 * Returns the duration of `work` in milliseconds of the reference machine: it is compared with a simple
 * loop, which runs right after it for as long. An old or busy machine slows both alike, so a bound on the
 * cost is no bound on a duration.
 */
export function costOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return inReferenceMs(performance.now() - startedAt);
}

const TRIES = 5;

/**
 * Returns the median of some tries, for a small bound: very short work appears too expensive when others
 * take the processor meanwhile, and too cheap when they take it during the loop.
 */
export function usualCostOf(work: () => unknown): number {
  const costs = Array.from({ length: TRIES }, () => costOf(work)).sort((a, b) => a - b);
  return costs[Math.floor(TRIES / 2)] as number;
}

/** Like `costOf` for asynchronous work, whose waits count too. */
export async function costOfAsync(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return inReferenceMs(performance.now() - startedAt);
}

const inReferenceMs = (tookMs: number): number => (tookMs * stepsPerMs(tookMs)) / REFERENCE_STEPS_PER_MS;
