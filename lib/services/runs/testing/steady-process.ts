import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';

/** As if the database had been there for this process for a minute: it may take over from others at once. */
export async function becomeSteady(): Promise<void> {
  await pool().query(`UPDATE runtime.process SET steady_since = now() - interval '1 minute' WHERE id = $1`, [
    thisProcess().id,
  ]);
}
