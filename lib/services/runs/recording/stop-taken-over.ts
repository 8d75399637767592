import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { type ExecutionOwnership, readOwnership } from './execution-ownership';
import { runningExecutions } from './running-executions';

/**
 * Stops the runs that others have taken over while this process sent no heartbeat: no further block of theirs
 * is called. Runs that this process still owns go on.
 */
export async function stopTakenOver(): Promise<void> {
  const running = runningExecutions();
  const ids = [...running.keys()];
  if (ids.length === 0) return;
  const fates = await readOwnership(pool(), ids);
  for (const [id, { row, controller }] of running) {
    const fate = fates.get(id);
    if (fate !== undefined && isTakenOver(fate, row.mode)) controller.abort();
  }
}

/** A synchronous run that has no row is one whose start was not recorded: nobody else knows of it. */
function isTakenOver({ owner, hasRow, log }: ExecutionOwnership, mode: 'sync' | 'async'): boolean {
  if (log !== null) return true;
  return hasRow ? owner !== thisProcess().id : mode === 'async';
}
