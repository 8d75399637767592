import { LRUCache } from 'lru-cache';
import type { Place } from './admission';

/** A limit this far above one is leased in parts of a thousandth; smaller ones are counted one by one. */
const PARTS = 1_000;
/** A lease is for a quarter of what a second took lately. */
const SECOND_SHARE = 4;
/** What else was read with the count (plan, cost) is never older than this. */
const MAX_AGE_MS = 1_000;
const MAX_KNOWN = 10_000;

/**
 * Places of a window that one process counted before their use. Times in ms; `takenAt` by this process's
 * clock, the others by the counter's.
 */
export interface Lease<State> {
  state: State;
  firstPlace: number;
  lastPlace: number;
  startMs: number;
  nowMs: number;
  takenAt: number;
  /** When the window ends, by this process's clock. */
  endsAt: number;
}

export interface LeasedPlace<State> extends Place {
  state: State;
}

/**
 * Spares a busy holder of a high limit one round trip a use. What is leased has been counted, so no process
 * ever lets more through than the limit; what is not used in time is lost to the window, at most a thousandth
 * of the limit at a time.
 */
export function createLeases<State>(clock: () => number = () => performance.now()) {
  const leases = new LRUCache<string, Lease<State>>({ max: MAX_KNOWN });
  const demand = new LRUCache<string, { second: number; uses: number; before: number }>({ max: MAX_KNOWN });

  const noteUse = (key: string): void => {
    const second = Math.floor(clock() / 1000);
    const seen = demand.get(key);
    if (seen?.second === second) {
      seen.uses += 1;
      return;
    }
    demand.set(key, { second, uses: 1, before: seen?.second === second - 1 ? seen.uses : 0 });
  };

  return {
    /** The next leased place; null when one must be counted. */
    take(key: string): LeasedPlace<State> | null {
      noteUse(key);
      const lease = leases.get(key);
      if (lease === undefined) return null;
      const now = clock();
      const isOver = now >= lease.endsAt || now - lease.takenAt >= MAX_AGE_MS;
      const place = lease.firstPlace++;
      if (isOver || place === lease.lastPlace) leases.delete(key);
      const { state, startMs } = lease;
      return isOver ? null : { state, startMs, place, nowMs: lease.nowMs + now - lease.takenAt };
    },
    /** How many places to count ahead; none while some are left. */
    size(key: string, limit: number): number {
      if (leases.has(key)) return 0;
      const lately = demand.get(key)?.before ?? 0;
      return Math.floor(Math.min(limit / PARTS, lately / SECOND_SHARE));
    },
    put(key: string, lease: Lease<State>): void {
      leases.set(key, lease);
    },
  };
}
