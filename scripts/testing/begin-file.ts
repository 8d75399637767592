import { afterAll, vi } from 'vitest';

const BEGINNING = Symbol.for('tests.beginning');
const SINGLETONS = Symbol.for('millrace.singletons');
const shared = globalThis as { [BEGINNING]?: NodeJS.ProcessEnv; [SINGLETONS]?: Map<string, unknown> };

/**
 * Gives a test file the singletons (`processSingleton`), environment and clock that it would have as the first
 * one of its process. What a file leaves running finds no singletons of its own again, and makes none for the next.
 */
export function beginFile(): void {
  shared[BEGINNING] ??= { ...process.env };
  restoreEnvironment(shared[BEGINNING]);
  // Replaced, not emptied: a timer that the last file left would fill it again, with its own database.
  shared[SINGLETONS] = new Map();
  vi.useRealTimers();
}

/** Returns what `processSingleton` has made for the current file. */
export const singletons = (): unknown[] => [...(shared[SINGLETONS]?.values() ?? [])];

/**
 * Fails a file that changes the environment: modules read it once, and the files of a process share them. What
 * the worker's own set-up has changed is not counted.
 */
export function forbidOwnSettings(): void {
  const before = { ...process.env };
  afterAll(() => {
    const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
    const changed = [...names].filter((name) => before[name] !== process.env[name]);
    if (changed.length > 0)
      throw new Error(
        `This file changes ${changed.join(', ')} for the files that share its process: name it in OWN_SETTINGS (vitest.config.ts).`,
      );
  });
}

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
