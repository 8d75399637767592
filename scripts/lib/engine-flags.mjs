/**
 * V8 of Node 20 keeps code in its slow tiers for a long time, so that the first thousands of runs after a
 * start cost twice as much as later ones. Newer versions have an intermediate tier and need no flags
 * (docs/decisions/processes.md).
 */
const COMPILE_SOONER = process.versions.v8.startsWith('11.')
  ? ['--always-sparkplug', '--interrupt-budget=10000']
  : [];

/**
 * On a machine with much memory V8 lets the heap grow to four times what is in use before it collects. A
 * server that uses 250 MB would take a gigabyte after a burst of large documents (docs/decisions/budgets.md).
 */
const GROW_LESS = ['--heap-growing-percent=50'];

/** The flags of V8 for the product's own processes. */
export const ENGINE_FLAGS = [...COMPILE_SOONER, ...GROW_LESS];

/**
 * Large buffers come from the system and go back to it as soon as they are free, and threads share two pools
 * of the others. By itself glibc learns to keep what is free, in eight pools for each processor: after some
 * bodies of 10 MB each process holds tens of megabytes that nothing uses.
 */
export const MEMORY_SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: String(512 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024),
  MALLOC_ARENA_MAX: '2',
};
