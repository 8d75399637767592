import { pool } from '../../platform/postgres/db';
import { UNFINISHED_AFTER } from './write-stored';

/** Blocks sent alone have no log; their file can be viewed, and sent on, for this long. */
const WITHOUT_LOG_FOR = `interval '1 day'`;
/** Rows in one statement; each may delete 100 MB. */
const BATCH = 50;

const DELETE_STRAY = `
DELETE FROM runtime.stored_file WHERE id IN (
  SELECT f.id FROM runtime.stored_file f
  WHERE (f.size IS NULL AND f.created_at < now() - ${UNFINISHED_AFTER})
    OR (f.created_at < now() - ${WITHOUT_LOG_FOR}
      AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.id = f.root_id)
      AND (f.holds_secret OR NOT EXISTS (SELECT FROM runtime.log l WHERE l.id = f.log_id)))
  LIMIT ${BATCH})`;

/**
 * Deletes files that no process completed, whose log is deleted, or that are inaccessible after their run.
 */
export async function deleteStrayFiles(signal: AbortSignal): Promise<void> {
  for (let batch = BATCH; batch === BATCH && !signal.aborted; )
    batch = (await pool().query(DELETE_STRAY)).rowCount ?? 0;
}
