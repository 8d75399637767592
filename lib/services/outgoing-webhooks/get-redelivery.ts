import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { OUTCOME } from './delivery-state';
import { findWebhook, type WebhookAddress } from './find-webhook';
import type { Redelivery } from './schema';

const PROGRESS = `
SELECT r.id, r.subscription_id, r.since, r.total, r.created_at,
  (SELECT count(*)::integer FROM runtime.webhook_pending p WHERE p.redelivery_id = r.id) AS waiting,
  (SELECT count(DISTINCT a.delivery_id)::integer FROM runtime.webhook_attempt a
   WHERE a.redelivery_id = r.id AND a.outcome = ${OUTCOME.sql.succeeded}) AS succeeded
FROM runtime.webhook_redelivery r WHERE r.id = $1 AND r.subscription_id = $2`;

interface ProgressRow {
  id: string;
  subscription_id: string;
  since: Date;
  total: number;
  created_at: Date;
  waiting: number;
  succeeded: number;
}

/** Returns the progress of a redelivery. @throws AppError forbidden, not_found */
export async function getRedelivery(
  actor: Actor,
  { workspaceId, id, redeliveryId }: WebhookAddress & { redeliveryId: string },
): Promise<{ data: Redelivery }> {
  await findWebhook(actor, { workspaceId, id }, 'reader');
  const { rows } = isId(redeliveryId)
    ? await pool().query<ProgressRow>(PROGRESS, [redeliveryId, id])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', 'Redelivery not found.');
  const { total, waiting, succeeded } = row;
  const data: Redelivery = {
    id: row.id,
    webhookId: row.subscription_id,
    since: row.since.toISOString(),
    total,
    waiting,
    succeeded,
    failed: Math.max(0, total - waiting - succeeded),
    createdAt: row.created_at.toISOString(),
  };
  return { data };
}
