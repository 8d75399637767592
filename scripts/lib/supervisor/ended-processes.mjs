/** Processes that become ready within this time are notified; later, the process's lease has expired. */
const TOLD_FOR_MS = 60_000;

/**
 * Notifies the running processes of one that has ended, so that its runs need not wait until its lease has
 * expired (`lib/process/lifecycle.ts`). All are notified, because that does no harm, and any of them may be
 * about to end too.
 */
export function createEndedProcesses() {
  const members = new Set();
  let ends = [];

  /** To be called when it is ready. */
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
    // It may have ended as well.
    if (child.connected) child.send({ type: 'process-ended', processId }, () => {});
  }

  return { join };
}
