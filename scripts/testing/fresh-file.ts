import { vi } from 'vitest';

const BEGINNING = Symbol.for('tests.beginning');
const SINGLETONS = Symbol.for('millrace.singletons');
const shared = globalThis as { [BEGINNING]?: NodeJS.ProcessEnv; [SINGLETONS]?: Map<string, unknown> };

/**
 * Test files share a process, because starting one and loading the libraries took longer than most files'
 * tests. Each begins as if it were the first: our modules are evaluated again, and what exists once per process
 * (`processSingleton`), the environment and the clock are as they were before the first file.
 */
shared[BEGINNING] ??= { ...process.env };
restoreEnvironment(shared[BEGINNING]);
// Replaced, not emptied: a timer that the last file left would fill it again, with its own database.
shared[SINGLETONS] = new Map();
vi.useRealTimers();
vi.resetModules();

/** Returns what `processSingleton` has made for the current file. */
export const singletons = (): unknown[] => [...(shared[SINGLETONS]?.values() ?? [])];

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
