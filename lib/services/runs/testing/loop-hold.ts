import { loopHolds } from '../../../platform/testing/loop-holds';

/** Noise only lengthens, so the shortest of some counts. */
const TRIES = 3;

/**
 * Throws unless `work` with a large value holds the loop for less than half as long as it would there:
 * `small` is the same with a value that is just small enough to be worked on here, and `times` as small.
 */
export async function expectLoopFree(
  work: () => Promise<unknown>,
  { small, times }: { small: () => Promise<unknown>; times: number },
): Promise<void> {
  let [smallMs, heldMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < TRIES; tries += 1) smallMs = Math.min(smallMs, (await loopHolds(small))[0]!);
  const mostMs = (smallMs * times) / 2;
  for (let tries = 0; tries < TRIES && heldMs >= mostMs; tries += 1) heldMs = (await loopHolds(work))[0]!;
  if (heldMs >= mostMs)
    throw new Error(
      `The loop was held for ${heldMs.toFixed(0)} ms of processor time, not under ${mostMs.toFixed(0)}.`,
    );
}
