/** Waits, but ends early if the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Waits, but also ends early when the browser is online again. */
export async function pauseOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const wake = () => online.abort();
  window.addEventListener('online', wake, { once: true });
  await pause(ms, AbortSignal.any([signal, online.signal]));
  window.removeEventListener('online', wake);
}
