const TICK_MS = 5;

/** Of this process, in milliseconds of processor time, which leaves out what the machine does for others. */
export function usedMs(): number {
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
