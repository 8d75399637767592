const TICK_MS = 5;
/** Noise only lengthens, so the shortest of some counts. */
const TRIES = 3;

/** Of this process, in milliseconds of processor time, which leaves out what the machine does for others. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The stretches in which this process computed without giving others a turn at its loop while `work` went on,
 * in milliseconds of processor time, the longest first. A busy machine makes none of them longer; a slow one
 * lengthens what they are compared with too.
 */
export async function loopHolds(work: () => Promise<unknown>): Promise<number[]> {
  const holds: number[] = [];
  let [atMs, sinceMs] = [performance.now(), usedMs()];
  const note = () => {
    const [nowMs, untilMs] = [performance.now(), usedMs()];
    // Other threads of the process compute as well, but no hold is longer than the time that passed.
    holds.push(Math.min(nowMs - atMs, untilMs - sinceMs));
    [atMs, sinceMs] = [nowMs, untilMs];
  };
  const timer = setInterval(note, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  note();
  return holds.toSorted((a, b) => b - a);
}

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
