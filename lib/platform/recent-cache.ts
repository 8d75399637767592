/**
 * What a database says, kept for moments: loads are shared, and one overtaken by `clear` or `forget` is not
 * kept.
 */
export interface RecentCache<V> {
  get(key: string): Promise<V>;
  /** Without waiting: the kept value, or undefined. */
  peek(key: string): V | undefined;
  forget(key: string): void;
  clear(): void;
}

interface Entry<V> {
  value: V;
  loadedAtMs: number;
}

export interface RecentCacheOptions<V> {
  load(key: string): Promise<V>;
  /** Whether a value may be kept; by default each may. */
  keeps?(value: V): boolean;
  maxAgeMs: number;
  maxEntries: number;
  now?: () => number;
}

export function createRecentCache<V>(options: RecentCacheOptions<V>): RecentCache<V> {
  const { load, keeps = () => true, maxAgeMs, maxEntries, now = Date.now } = options;
  const entries = new Map<string, Entry<V>>();
  const loading = new Map<string, Promise<V>>();

  function peek(key: string): V | undefined {
    const entry = entries.get(key);
    return entry !== undefined && now() - entry.loadedAtMs < maxAgeMs ? entry.value : undefined;
  }

  function begin(key: string): Promise<V> {
    const loadedAtMs = now();
    const started = load(key)
      .then((value) => {
        if (loading.get(key) !== started || !keeps(value)) return value;
        if (entries.size >= maxEntries) entries.clear();
        entries.set(key, { value, loadedAtMs });
        return value;
      })
      .finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
    loading.set(key, started);
    return started;
  }

  return {
    peek,
    async get(key) {
      const kept = peek(key);
      return kept === undefined ? await (loading.get(key) ?? begin(key)) : kept;
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
