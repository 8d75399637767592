import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { enforceRetention } from './enforce-retention';

const MONTHS_AHEAD = 3;
const EVERY_MS = 6 * 60 * 60 * 1000;
const log = logger('logs');

/** The month a run starts in must exist before it does. */
export async function makeLogPartitions(): Promise<void> {
  await pool().query('SELECT runtime.ensure_partitions(now(), $1)', [MONTHS_AHEAD]);
}

export interface LogUpkeep {
  /** Ends it after the statement it is at. */
  stop(): Promise<void>;
}

/** Makes months ahead and lets go of what plans no longer keep, now and every six hours. */
export function startLogUpkeep(): LogUpkeep {
  const stopping = new AbortController();
  let working = tidy(stopping.signal);
  const timer = setInterval(() => {
    working = working.then(() => tidy(stopping.signal));
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}

async function tidy(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    await makeLogPartitions();
    const outcome = await enforceRetention(signal);
    if (outcome !== null && outcome.dropped.length + outcome.rows > 0)
      log.info('retention deleted logs', { monthsDropped: outcome.dropped, rowsDeleted: outcome.rows });
  } catch (error) {
    reportDatabaseFault('tidy up the logs', error);
  }
}
