import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import type { Webhook } from './schema';
import { SELECT_WEBHOOKS, type WebhookRow, webhookOf } from './webhook-row';

const IN_WORKSPACE = `${SELECT_WEBHOOKS}
WHERE s.workspace_id = $1 AND ($2::uuid IS NULL OR s.workflow_id = $2) ORDER BY w.name, s.created_at, s.id`;

/** Oldest first, by workflow. An unknown workflow has none. */
export async function listWebhooks(
  actor: Actor,
  { workspaceId, workflowId }: { workspaceId: string; workflowId?: string | undefined },
): Promise<{ data: Webhook[] }> {
  requireRole(actor, workspaceId, 'reader');
  if (workflowId !== undefined && !isId(workflowId)) return { data: [] };
  const { rows } = await pool().query<WebhookRow>(IN_WORKSPACE, [workspaceId, workflowId ?? null]);
  return { data: rows.map((row) => webhookOf(row, actor)) };
}
