const store = globalThis as unknown as Record<symbol, unknown>;

/**
 * One instance a process, though the server's bundle and Next's each hold a copy of the module that makes it.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`millrace.${name}`);
  store[key] ??= make();
  return store[key] as T;
}
