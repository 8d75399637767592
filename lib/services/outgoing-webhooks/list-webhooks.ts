import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import type { Webhook } from './schema';
import { SELECT_WEBHOOKS, type WebhookRow, webhookOf } from './webhook-row';

const IN_WORKSPACE = `${SELECT_WEBHOOKS} AND s.workspace_id = $1`;
const ORDER = 'ORDER BY w.name NULLS FIRST, s.created_at, s.id';

// One that covers all workflows covers those of its workspace, so an unknown workflow has none.
const OF_WORKFLOW = `${IN_WORKSPACE} AND (s.workflow_id = $2 OR s.workflow_id IS NULL AND EXISTS (
  SELECT FROM workflow o WHERE o.id = $2 AND o.workspace_id = $1 AND o.deleted_at IS NULL)) ${ORDER}`;

/** Those of all workflows first, then by workflow, oldest first. */
export async function listWebhooks(
  actor: Actor,
  { workspaceId, workflowId }: { workspaceId: string; workflowId?: string | undefined },
): Promise<{ data: Webhook[] }> {
  requireRole(actor, workspaceId, 'reader');
  if (workflowId !== undefined && !isId(workflowId)) return { data: [] };
  const { rows } = await (workflowId === undefined
    ? pool().query<WebhookRow>(`${IN_WORKSPACE} ${ORDER}`, [workspaceId])
    : pool().query<WebhookRow>(OF_WORKFLOW, [workspaceId, workflowId]));
  return { data: rows.map((row) => webhookOf(row, actor)) };
}
