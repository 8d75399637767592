import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, type Role, requireRole } from '../access/actor';
import { SELECT_WEBHOOKS, type WebhookRow } from './webhook-row';

export interface WebhookAddress {
  workspaceId: string;
  id: string;
}

/** The subscription with its health, if the actor may. @throws AppError forbidden, not_found */
export async function findWebhook(
  actor: Actor,
  { workspaceId, id }: WebhookAddress,
  least: Role,
): Promise<WebhookRow> {
  requireRole(actor, workspaceId, least);
  const { rows } = isId(id)
    ? await pool().query<WebhookRow>(`${SELECT_WEBHOOKS} AND s.id = $1 AND s.workspace_id = $2`, [
        id,
        workspaceId,
      ])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw noWebhook();
  return row;
}

export const noWebhook = (): AppError => new AppError('not_found', 'Webhook subscription not found.');
