import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';

/** Lets this process take over from others immediately, as if it had had the database for a minute. */
export async function becomeSteady(): Promise<void> {
  await pool().query(`UPDATE runtime.process SET steady_since = now() - interval '1 minute' WHERE id = $1`, [
    thisProcess().id,
  ]);
}
