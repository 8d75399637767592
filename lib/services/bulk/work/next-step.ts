import { pool } from '../../../platform/postgres/db';
import type { ClaimedJob } from './claim-jobs';

const NEXT = `
SELECT greatest(0, extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS ms
FROM runtime.bulk_job WHERE id = $1`;

/** Returns the milliseconds until the next step of a job is due. */
export async function nextStepMs({ id }: ClaimedJob): Promise<number> {
  const { rows } = await pool().query<{ ms: number }>({ name: 'bulk-next-step', text: NEXT, values: [id] });
  return rows[0]?.ms ?? 0;
}
