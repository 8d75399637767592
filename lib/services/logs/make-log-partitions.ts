import { pool } from '../../platform/postgres/db';

const MONTHS_AHEAD = 3;

/** The month a run starts in must exist before it does. */
export async function makeLogPartitions(): Promise<void> {
  await pool().query('SELECT runtime.ensure_partitions(now(), $1)', [MONTHS_AHEAD]);
}
