import { logger } from '../../platform/logging/logger';
import { withLockTimeout } from '../../platform/postgres/lock-timeout';

const MONTHS_AHEAD = 3;

/** Creates future months. One must exist before its first run; this early, creation can wait for readers. */
export async function makeLogPartitions(): Promise<void> {
  const isMade = await withLockTimeout(async (client) => {
    await client.query('SELECT runtime.ensure_partitions(now(), $1)', [MONTHS_AHEAD]);
  });
  if (!isMade) logger('logs').warn('logs are being read; months to come are made at the next round');
}
