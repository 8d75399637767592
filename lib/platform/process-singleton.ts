const KEY = Symbol.for('millrace.singletons');
const shared = globalThis as unknown as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const store = shared[KEY];

/** Returns one instance per process, though the server's bundle and Next's each hold a copy of the module. */
export function processSingleton<T>(name: string, make: () => T): T {
  let one = store.get(name) as T | undefined;
  if (one === undefined) {
    one = make();
    store.set(name, one);
  }
  return one;
}
