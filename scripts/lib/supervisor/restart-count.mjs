/**
 * Counts the processes that took the place of another, and tells all that run, for their metrics
 * (`lib/process/lifecycle.ts`).
 * @param {number} count how many there are without any restart
 */
export function createRestartCount(count) {
  const members = new Set();
  let started = 0;

  /** To be called when a process is ready. */
  function join(app) {
    started += 1;
    members.add(app);
    app.gone.then(() => members.delete(app));
    const restarts = Math.max(0, started - count);
    for (const { child } of members) {
      // It may have ended in the meantime.
      if (child.connected) child.send({ type: 'restarts', restarts }, () => {});
    }
  }

  return { join };
}
