import { AppError } from '../../../platform/errors';
import { isId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { type Actor, hasRole } from '../../access/actor';
import { type JobRow, SELECT_JOBS } from './job-row';

/** Returns the stored job. @throws AppError not_found, the same for an unknown and a foreign one */
export async function findJob(actor: Actor, id: string): Promise<JobRow> {
  const { rows } = isId(id)
    ? await pool().query<JobRow>(`${SELECT_JOBS} WHERE j.id = $1`, [id])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined || !hasRole(actor, row.workspace_id, 'reader'))
    throw new AppError(
      'not_found',
      'This bulk job does not exist. Jobs are forgotten 30 days after they ended.',
    );
  return row;
}
