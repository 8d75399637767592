import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { noWebhook, type WebhookAddress } from './find-webhook';

// The history of a deleted subscription can still be read.
const WORKSPACE = `
SELECT workspace_id FROM webhook_subscription WHERE id = $1
UNION ALL
(SELECT workspace_id FROM runtime.webhook_delivery WHERE subscription_id = $1 LIMIT 1)
LIMIT 1`;

/**
 * Returns the address of a subscription known by its id alone. @throws AppError not_found, the same for an
 * unknown one and another workspace's
 */
export async function locateWebhook(actor: Actor, id: string): Promise<WebhookAddress> {
  const { rows } = isId(id) ? await pool().query<{ workspace_id: string }>(WORKSPACE, [id]) : { rows: [] };
  const workspaceId = rows[0]?.workspace_id;
  if (workspaceId === undefined || !hasRole(actor, workspaceId, 'reader')) throw noWebhook();
  return { workspaceId, id };
}
