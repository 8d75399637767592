/** Runs an activity that has no end, until somebody presses Ctrl-C or ends the process. */
export async function untilInterrupted(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  try {
    await act(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}
