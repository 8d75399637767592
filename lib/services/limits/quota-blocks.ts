import { LRUCache } from 'lru-cache';
import type { Place } from './admission';

/** A block is at most this fraction of the limit, so smaller limits are counted one by one. */
const PARTS = 1_000;
/** A block is a quarter of the last second's uses. */
const SECOND_SHARE = 4;
/** The maximum age of the data that was read with the count (plan, cost). */
const MAX_AGE_MS = 1_000;
const MAX_KNOWN = 10_000;

/**
 * Uses of a window that one process has counted in advance. Times are in ms; `takenAt` is by this process's
 * clock, the others by the counter's.
 */
export interface QuotaBlock<State> {
  state: State;
  firstPlace: number;
  lastPlace: number;
  startMs: number;
  nowMs: number;
  takenAt: number;
  /** The end of the window, by this process's clock. */
  endsAt: number;
}

export interface PlaceInBlock<State> extends Place {
  state: State;
}

/**
 * Saves a busy holder of a high limit a round trip for each use. A block is counted before it is used, so
 * all processes together never admit more than the limit; uses that expire are lost, at most a thousandth
 * of the limit at a time.
 */
export function createQuotaBlocks<State>(clock: () => number = () => performance.now()) {
  const blocks = new LRUCache<string, QuotaBlock<State>>({ max: MAX_KNOWN });
  const demand = new LRUCache<string, { second: number; uses: number; before: number }>({ max: MAX_KNOWN });

  const recordUse = (key: string): void => {
    const second = Math.floor(clock() / 1000);
    const seen = demand.get(key);
    if (seen?.second === second) {
      seen.uses += 1;
      return;
    }
    demand.set(key, { second, uses: 1, before: seen?.second === second - 1 ? seen.uses : 0 });
  };

  return {
    /** Returns the next place of the block; null if a new block must be counted. */
    take(key: string): PlaceInBlock<State> | null {
      recordUse(key);
      const block = blocks.get(key);
      if (block === undefined) return null;
      const now = clock();
      const isOver = now >= block.endsAt || now - block.takenAt >= MAX_AGE_MS;
      const place = block.firstPlace++;
      if (isOver || place === block.lastPlace) blocks.delete(key);
      const { state, startMs } = block;
      return isOver ? null : { state, startMs, place, nowMs: block.nowMs + now - block.takenAt };
    },
    /** Returns the number of places to count ahead; 0 while some are left. */
    size(key: string, limit: number): number {
      if (blocks.has(key)) return 0;
      const lately = demand.get(key)?.before ?? 0;
      return Math.floor(Math.min(limit / PARTS, lately / SECOND_SHARE));
    },
    put(key: string, block: QuotaBlock<State>): void {
      blocks.set(key, block);
    },
  };
}
