import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type DeletedRow, deletionOf, restorableSince } from '../tables/restorable';
import type { DeletedWebhook } from './schema';
import { concealUrl } from './webhook-row';

const MOST_LISTED = 1_000;

// Those of a workflow that is deleted too are restored after it.
const READ = `
SELECT s.id, s.workspace_id AS "workspaceId", s.name, s.url, s.workflow_id AS "workflowId", w.name AS "workflowName",
  s.secret IS NOT NULL AS signed, s.deleted_at AS "deletedAt", s.deleted_by_id AS "deletedById",
  u.name AS "deletedByName"
FROM webhook_subscription s LEFT JOIN workflow w ON w.id = s.workflow_id
LEFT JOIN "user" u ON u.id = s.deleted_by_id
WHERE s.workspace_id = $1 AND s.deleted_alone AND s.deleted_at > $2
ORDER BY s.deleted_at DESC, s.id DESC LIMIT ${MOST_LISTED}`;

type Row = DeletedRow & Omit<DeletedWebhook, 'deletedAt' | 'deletedBy' | 'restorableUntil'>;

/** Returns the subscriptions that can be restored, the last deleted first. @throws AppError forbidden */
export async function listDeletedWebhooks(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: DeletedWebhook[] }> {
  requireRole(actor, workspaceId, 'reader');
  const { rows } = await pool().query<Row>(READ, [workspaceId, restorableSince()]);
  return { data: rows.map(toDeleted) };
}

const toDeleted = ({ deletedAt, deletedById, deletedByName, url, ...row }: Row): DeletedWebhook => ({
  ...row,
  url: concealUrl(url),
  ...deletionOf({ deletedAt, deletedById, deletedByName }),
});
