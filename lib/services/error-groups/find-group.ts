import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import { type GroupRow, SELECT_GROUPS } from './select-groups';

/** Returns the stored group. @throws AppError not_found, the same for an unknown and a foreign one; forbidden */
export async function findGroup(actor: Actor, id: string, least: Role): Promise<GroupRow> {
  const { rows } = isId(id)
    ? await pool().query<GroupRow>({
        name: 'error-groups-find',
        text: `${SELECT_GROUPS} WHERE g.id = $1::uuid`,
        values: [id],
      })
    : { rows: [] };
  const [row] = rows;
  if (row === undefined || !hasRole(actor, row.workspace_id, 'reader'))
    throw new AppError('not_found', 'This error does not exist. It is deleted with the logs of its runs.');
  requireRole(actor, row.workspace_id, least);
  return row;
}

/** Returns a group in a few words, for the audit. */
export const nameOfGroup = ({ code, shape }: Pick<GroupRow, 'code' | 'shape'>): string =>
  shape === '' ? code : `${code}: ${shape.slice(0, 100).toWellFormed()}`;
