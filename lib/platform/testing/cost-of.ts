import { REFERENCE_STEPS_PER_MS, stepsPerMs } from '../../../scripts/lib/step-loop.mjs';

/**
 * How long `work` takes, in milliseconds of the reference machine: its time is held against that of a simple
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
 * The middle of some tries, for a small bound: what is over in a moment costs too much when others have the
 * processor meanwhile, and too little when they have it during the loop.
 */
export function usualCostOf(work: () => unknown): number {
  const costs = Array.from({ length: TRIES }, () => costOf(work)).sort((a, b) => a - b);
  return costs[Math.floor(TRIES / 2)] as number;
}

/** The same of something asynchronous, whose waiting counts too. */
export async function costOfAsync(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return inReferenceMs(performance.now() - startedAt);
}

const inReferenceMs = (tookMs: number): number => (tookMs * stepsPerMs(tookMs)) / REFERENCE_STEPS_PER_MS;
