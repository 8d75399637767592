import { LRUCache } from 'lru-cache';

/**
 * Counts events by a name (an address), for limits of this process alone: a `burst`, then `perMinute`.
 * Limits that must hold over all processes are counted by `attempts.ts`.
 */
export interface TokenBuckets {
  /** Takes one token; false if the bucket was empty. */
  take(name: string): boolean;
  isEmpty(name: string): boolean;
}

export interface TokenBucketsOptions {
  burst: number;
  perMinute: number;
  maxNames?: number;
  now?: () => number;
}

const MINUTE_MS = 60_000;

export function createTokenBuckets(options: TokenBucketsOptions): TokenBuckets {
  const { burst, perMinute, maxNames = 10_000, now = Date.now } = options;
  // A flood of new names must not grow the table without limit; the least recently used bucket is evicted.
  const buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: maxNames });

  function tokensOf(name: string): number {
    const bucket = buckets.peek(name);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((now() - bucket.atMs) / MINUTE_MS) * perMinute);
  }

  return {
    take(name) {
      const tokens = tokensOf(name);
      buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: now() });
      return tokens >= 1;
    },
    isEmpty: (name) => tokensOf(name) < 1,
  };
}
