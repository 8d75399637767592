/** What a database says, kept for moments: loads are shared, and one overtaken by `clear` is not kept. */
export interface RecentCache<V> {
  get(key: string): Promise<V>;
  /** Without waiting: the kept value, or undefined. */
  peek(key: string): V | undefined;
  clear(): void;
}

interface Entry<V> {
  value: V;
  loadedAtMs: number;
}

export interface RecentCacheOptions<V> {
  load(key: string): Promise<V>;
  maxAgeMs: number;
  maxEntries: number;
  now?: () => number;
}

export function createRecentCache<V>(options: RecentCacheOptions<V>): RecentCache<V> {
  const { load, maxAgeMs, maxEntries, now = Date.now } = options;
  const entries = new Map<string, Entry<V>>();
  const loading = new Map<string, Promise<V>>();
  let generation = 0;

  function peek(key: string): V | undefined {
    const entry = entries.get(key);
    return entry !== undefined && now() - entry.loadedAtMs < maxAgeMs ? entry.value : undefined;
  }

  function begin(key: string): Promise<V> {
    const startedIn = generation;
    const loadedAtMs = now();
    const started = load(key)
      .then((value) => {
        if (startedIn !== generation) return value;
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
    clear() {
      generation += 1;
      entries.clear();
      loading.clear();
    },
  };
}
