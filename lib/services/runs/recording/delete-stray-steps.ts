import { pool } from '../../../platform/postgres/db';

const DELETE_STRAY = `
DELETE FROM runtime.execution_step s
WHERE NOT EXISTS (SELECT FROM runtime.execution e WHERE e.id = s.execution_id)`;

/** A process that stood still may write journal entries after its execution has ended elsewhere. */
export async function deleteStraySteps(): Promise<void> {
  await pool().query(DELETE_STRAY);
}
