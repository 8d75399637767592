const TICK_MS = 5;

/** Returns this process's processor time in ms, which excludes the machine's work for others. */
export function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns the stretches in which this process computed without yielding its event loop during `work`, in
 * milliseconds of processor time, the longest first. A busy machine lengthens none of them; a slow one also
 * lengthens the values they are compared with.
 */
export async function loopHolds(work: () => Promise<unknown>): Promise<number[]> {
  const holds: number[] = [];
  let [atMs, sinceMs] = [performance.now(), usedMs()];
  const note = () => {
    const [nowMs, untilMs] = [performance.now(), usedMs()];
    // Other threads of the process compute as well, but no hold is longer than the elapsed time.
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
