import { logger } from '../../platform/logging/logger';
import { withLockTimeout } from '../../platform/postgres/lock-timeout';

const MONTHS_AHEAD = 3;

/** The month a run starts in must exist before it does: made so far ahead, a month can wait for readers. */
export async function makeLogPartitions(): Promise<void> {
  const isMade = await withLockTimeout(async (client) => {
    await client.query('SELECT runtime.ensure_partitions(now(), $1)', [MONTHS_AHEAD]);
  });
  if (!isMade) logger('logs').warn('logs are being read; months to come are made at the next round');
}
