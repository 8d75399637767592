import { LRUCache } from 'lru-cache';

/**
 * Values loaded from elsewhere, cached for a short time. Concurrent callers share one load; a load that was
 * in progress when its key was forgotten is returned but not cached. When the cache is full, the least
 * recently used value is dropped.
 */
export interface TtlCache<V> {
  get(key: string): Promise<V>;
  /** Returns the cached value without waiting, or undefined. */
  peek(key: string): V | undefined;
  forget(key: string): void;
  clear(): void;
}

export interface TtlCacheOptions<V> {
  load(key: string): Promise<V>;
  /** Returns true if a value may be cached; by default each may. */
  keeps?(value: V): boolean;
  /** Counted from the start of the load. */
  maxAgeMs: number;
  maxEntries: number;
  /** Returns the time in milliseconds, above 0. */
  now?: () => number;
}

export function createTtlCache<V>(options: TtlCacheOptions<V>): TtlCache<V> {
  const { load, keeps = () => true, maxAgeMs, maxEntries, now = () => performance.now() } = options;
  // Boxed, because lru-cache can't hold null. Its own `fetch` would reject or cache a load that was
  // forgotten.
  const entries = new LRUCache<string, { value: V }>({
    max: maxEntries,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
  });
  const loading = new Map<string, Promise<V>>();

  function begin(key: string): Promise<V> {
    const start = now();
    const started = load(key)
      .then((value) => {
        if (loading.get(key) === started && keeps(value)) entries.set(key, { value }, { start });
        return value;
      })
      .finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
    loading.set(key, started);
    return started;
  }

  return {
    peek: (key) => entries.get(key)?.value,
    async get(key) {
      const kept = entries.get(key);
      return kept === undefined ? await (loading.get(key) ?? begin(key)) : kept.value;
    },
    forget(key) {
      entries.delete(key);
      loading.delete(key);
    },
    clear() {
      entries.clear();
      loading.clear();
    },
  };
}
