const MAX_WINDOWS = 10_000;

export interface LocalWindows {
  /** Counts one use; `place`: the how manieth of its window it is. */
  take(name: string): { place: number; startMs: number; nowMs: number };
}

/** Windows of one process, anchored at their first use: what counts while the database can't. */
export function createLocalWindows(windowMs: number, now: () => number = Date.now): LocalWindows {
  const windows = new Map<string, { startMs: number; count: number }>();
  return {
    take(name) {
      const nowMs = now();
      let window = windows.get(name);
      if (window === undefined || window.startMs <= nowMs - windowMs) {
        windows.delete(name);
        // The oldest window goes: one that is asked for all the time is never forgotten before it ends.
        const [oldest] = windows.size >= MAX_WINDOWS ? windows.keys() : [];
        if (oldest !== undefined) windows.delete(oldest);
        window = { startMs: nowMs, count: 0 };
        windows.set(name, window);
      }
      window.count += 1;
      return { place: window.count, startMs: window.startMs, nowMs };
    },
  };
}
