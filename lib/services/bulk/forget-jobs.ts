import { pool } from '../../platform/postgres/db';

const KEPT_DAYS = 30;
/** Items in one statement, and jobs without any. */
const BATCH = 10_000;

const OLD = `SELECT j.id FROM runtime.bulk_job j WHERE j.finished_at < now() - interval '${KEPT_DAYS} days'`;

// Items first, in batches, because a job may have 100,000 of them.
const FORGET_ITEMS = `
DELETE FROM runtime.bulk_item WHERE ctid = ANY (ARRAY(
  SELECT i.ctid FROM runtime.bulk_item i WHERE i.job_id IN (${OLD}) LIMIT ${BATCH}))`;

const FORGET_JOBS = `DELETE FROM runtime.bulk_job WHERE id IN (${OLD})`;

/** Deletes jobs that ended long ago, with their items. */
export async function forgetOldJobs(signal: AbortSignal): Promise<void> {
  for (let batch = BATCH; batch === BATCH; ) {
    if (signal.aborted) return;
    batch = (await pool().query(FORGET_ITEMS)).rowCount ?? 0;
  }
  await pool().query(FORGET_JOBS);
}
