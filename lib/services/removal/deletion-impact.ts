import { pool } from '../../platform/postgres/db';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { type Actor, requireRole } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import type { DeletionImpact } from './schema';

const COUNT = `
WITH subscription AS (
  SELECT s.id FROM webhook_subscription s WHERE s.workspace_id = $1 AND s.deleted_at IS NULL
    AND ($2::uuid IS NULL OR s.workflow_id = $2)
)
SELECT (SELECT count(*)::integer FROM subscription) AS subscriptions,
  (SELECT count(*)::integer FROM runtime.webhook_pending p
    JOIN subscription s ON s.id = p.subscription_id) AS deliveries,
  (SELECT count(*)::integer FROM runtime.execution e
   WHERE e.workspace_id = $1 AND ($2::uuid IS NULL OR e.workflow_id = $2)) AS executions,
  (SELECT count(*)::integer FROM runtime.execution e
   WHERE e.workspace_id = $1 AND ($2::uuid IS NULL OR e.workflow_id = $2)
     AND e.state = ${QUEUE_STATE.sql.held}) AS held`;

/** Counts what deleting the workflow ends in addition to itself. @throws AppError not_found, forbidden */
export async function workflowDeletionImpact(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: DeletionImpact }> {
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  return count(workspaceId, id);
}

/** Does the same for a whole workspace. @throws AppError forbidden */
export async function workspaceDeletionImpact(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: DeletionImpact }> {
  requireRole(actor, id, 'admin');
  return count(id, null);
}

async function count(workspaceId: string, workflowId: string | null): Promise<{ data: DeletionImpact }> {
  const { rows } = await pool().query<DeletionImpact>(COUNT, [workspaceId, workflowId]);
  return { data: rows[0]! };
}
