import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { eventToNote, noteEvent } from './note-event';
import { type EventRun, runStarted } from './other-events';
import { wantsRunEvent } from './run-event-wishes';

type StartedRun = EventRun & { version: number | null };

/**
 * Writes the event that a run has started, beside the run; its end waits for it. Null at once where nobody
 * asked for it. It never fails: a run is no worse for an event that could not be written.
 */
export function tellOfStart(run: StartedRun, startedAtMs: number): Promise<void> | null {
  const isWanted = wantsRunEvent(run, 'run.started');
  return isWanted === false ? null : tell(run, startedAtMs, isWanted);
}

async function tell(run: StartedRun, startedAtMs: number, isWanted: true | Promise<boolean>): Promise<void> {
  try {
    if (!(await isWanted)) return;
    const event = eventToNote(runStarted(run, startedAtMs));
    await withDatabaseRetry(() => noteEvent(pool(), event), { repeatable: true });
  } catch (error) {
    logger('webhooks').error('the start of a run could not be told', { executionId: run.executionId, error });
  }
}
