import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { type Fate, readFates } from './executions-elsewhere';
import { runningExecutions } from './running-executions';

/**
 * Stops what others have taken over while this process was not heard of: none of its blocks is called any
 * more. What is still ours goes on.
 */
export async function stopTakenOver(): Promise<void> {
  const running = runningExecutions();
  const ids = [...running.keys()];
  if (ids.length === 0) return;
  const fates = await readFates(pool(), ids);
  for (const [id, { row, controller }] of running) {
    const fate = fates.get(id);
    if (fate !== undefined && isTakenOver(fate, row.mode)) controller.abort();
  }
}

/** A synchronous run that has no row is one whose start was not recorded: nobody else knows of it. */
function isTakenOver({ owner, hasRow, log }: Fate, mode: 'sync' | 'async'): boolean {
  if (log !== null) return true;
  return hasRow ? owner !== thisProcess().id : mode === 'async';
}
