const KEY = Symbol.for('millrace.singletons');
const shared = globalThis as unknown as { [KEY]?: Map<string, unknown> };

/** Returns one instance per process, though the server's bundle and Next's each hold a copy of the module. */
export function processSingleton<T>(name: string, make: () => T): T {
  // Looked up at each call, because tests replace the map between files that share their modules.
  shared[KEY] ??= new Map();
  const store = shared[KEY];
  let one = store.get(name) as T | undefined;
  if (one === undefined) {
    one = make();
    store.set(name, one);
  }
  return one;
}
