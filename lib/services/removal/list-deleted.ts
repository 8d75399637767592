import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type DeletedRow, deletionOf, restorableSince } from '../tables/restorable';
import type { DeletedWorkflow } from './schema';

const MOST_LISTED = 1_000;

const READ = `
SELECT w.id, w.workspace_id AS "workspaceId", w.name, w.deleted_at AS "deletedAt",
  w.deleted_by_id AS "deletedById", u.name AS "deletedByName", w.deleted_live_version AS "liveVersion",
  (SELECT count(*)::integer FROM webhook_subscription s WHERE s.workflow_id = w.id AND NOT s.deleted_alone)
    AS subscriptions
FROM workflow w LEFT JOIN "user" u ON u.id = w.deleted_by_id
WHERE w.workspace_id = $1 AND w.deleted_at > $2 AND w.purged_at IS NULL
ORDER BY w.deleted_at DESC, w.id DESC LIMIT ${MOST_LISTED}`;

interface Row
  extends DeletedRow,
    Pick<DeletedWorkflow, 'id' | 'workspaceId' | 'name' | 'liveVersion' | 'subscriptions'> {}

/** Returns the workflows that can be restored, the last deleted first. @throws AppError forbidden */
export async function listDeletedWorkflows(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: DeletedWorkflow[] }> {
  requireRole(actor, workspaceId, 'reader');
  const { rows } = await pool().query<Row>(READ, [workspaceId, restorableSince()]);
  return { data: rows.map(toDeleted) };
}

function toDeleted({ deletedAt, deletedById, deletedByName, ...row }: Row): DeletedWorkflow {
  return { ...row, ...deletionOf({ deletedAt, deletedById, deletedByName }) };
}
