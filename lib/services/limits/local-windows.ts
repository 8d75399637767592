import { LRUCache } from 'lru-cache';

const MAX_WINDOWS = 10_000;

export interface LocalWindows {
  /** Counts one use; `place`: its ordinal in the window, from 1. */
  take(name: string): { place: number; startMs: number; nowMs: number };
}

/** Creates windows of one process, anchored at their first use; they count while the database can't. */
export function createLocalWindows(windowMs: number, now: () => number = Date.now): LocalWindows {
  // When full, it evicts the least recently used window, so one in steady use survives until its end.
  const windows = new LRUCache<string, { startMs: number; count: number }>({ max: MAX_WINDOWS });
  return {
    take(name) {
      const nowMs = now();
      let window = windows.get(name);
      if (window === undefined || window.startMs <= nowMs - windowMs) {
        window = { startMs: nowMs, count: 0 };
        windows.set(name, window);
      }
      window.count += 1;
      return { place: window.count, startMs: window.startMs, nowMs };
    },
  };
}
