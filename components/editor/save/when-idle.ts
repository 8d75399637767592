/** While somebody types, there is a moment with nothing else to do after each key: not all are for this. */
const PAUSE_MS = 700;

/**
 * Calls `work` within `withinMs`, after a moment and then as soon as the browser has nothing else to do.
 * @returns takes it back
 */
export function whenIdle(work: () => void, withinMs: number): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (globalThis.requestIdleCallback === undefined) return work();
    idle = requestIdleCallback(work, { timeout: withinMs - PAUSE_MS });
  }, PAUSE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
