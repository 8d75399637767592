/** Processes that are ready by then are notified; later the lease of the process has run out as well. */
const TOLD_FOR_MS = 60_000;

/**
 * Tells the processes that work of each other one that has ended, so that what it was running needn't wait
 * until its lease has run out (`lib/process/lifecycle.ts`). Telling all of them does no harm, and any of them
 * may be about to end too.
 */
export function createEndedProcesses() {
  const members = new Set();
  let ends = [];

  /** From when it is ready. */
  function join(app) {
    members.add(app);
    for (const { processId } of recent()) tell(app, processId);
    app.gone.then(() => {
      members.delete(app);
      const processId = app.processId();
      if (processId === null) return;
      ends = [...recent(), { processId, atMs: performance.now() }];
      for (const member of members) tell(member, processId);
    });
  }

  const recent = () => ends.filter(({ atMs }) => performance.now() - atMs < TOLD_FOR_MS);

  function tell({ child }, processId) {
    // It may have gone as well.
    if (child.connected) child.send({ type: 'process-ended', processId }, () => {});
  }

  return { join };
}
