import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type DeletedRow, deletionOf, restorableSince } from '../tables/restorable';
import type { DeletedFolder } from './schema';

const MOST_LISTED = 1_000;

const READ = `
SELECT d.id, d.workspace_id AS "workspaceId", d.name, cardinality(d.folder_ids) AS folders,
  cardinality(d.workflow_ids) AS workflows, d.deleted_at AS "deletedAt", d.deleted_by_id AS "deletedById",
  u.name AS "deletedByName"
FROM deleted_folder d LEFT JOIN "user" u ON u.id = d.deleted_by_id
WHERE d.workspace_id = $1 AND d.deleted_at > $2
ORDER BY d.deleted_at DESC, d.id DESC LIMIT ${MOST_LISTED}`;

type Row = DeletedRow & Omit<DeletedFolder, 'deletedAt' | 'deletedBy' | 'restorableUntil'>;

/** Returns the folders that can be restored, the last deleted first. @throws AppError forbidden */
export async function listDeletedFolders(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: DeletedFolder[] }> {
  requireRole(actor, workspaceId, 'reader');
  const { rows } = await pool().query<Row>(READ, [workspaceId, restorableSince()]);
  return { data: rows.map(toDeleted) };
}

const toDeleted = ({ deletedAt, deletedById, deletedByName, ...row }: Row): DeletedFolder => ({
  ...row,
  ...deletionOf({ deletedAt, deletedById, deletedByName }),
});
