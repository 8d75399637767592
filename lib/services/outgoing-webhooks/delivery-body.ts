import { pool } from '../../platform/postgres/db';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { ClaimedDelivery } from './claim-deliveries';
import { JSON_TYPE, type SentBody, transformBody } from './transform-body';

const READ = `
SELECT d.body, d.content_type, d.workspace_id, s.transform FROM runtime.webhook_delivery d
LEFT JOIN webhook_subscription s ON s.id = d.subscription_id AND s.deleted_at IS NULL
WHERE d.id = $1 AND d.created_at = $2`;

// The first body stays, whoever made it: all attempts send the same bytes.
const FREEZE = `
UPDATE runtime.webhook_delivery SET body = coalesce(body, $3),
  content_type = CASE WHEN body IS NULL THEN $4 ELSE content_type END
WHERE id = $1 AND created_at = $2 RETURNING body, content_type`;

interface FrozenRow {
  body: string | null;
  content_type: string | null;
}

interface StoredRow extends FrozenRow {
  workspace_id: string;
  transform: string | null;
}

/** `problem`: why there is no body yet, in words. Null: the signal came first. */
type DeliveryBody = SentBody | { problem: string } | null;

/**
 * Returns the body of a claimed delivery. A transform makes it before the first attempt, and it is stored
 * before it is sent, so that later changes of the transform don't reach it. While the transform fails,
 * nothing is stored: the next attempt takes the one that the subscription has then. A payload is sent
 * untransformed only if somebody has removed the transform.
 */
export async function deliveryBody(delivery: ClaimedDelivery, signal: AbortSignal): Promise<DeliveryBody> {
  const { payload, transforms, deliveryId, createdAt } = delivery;
  const plain = { body: payload, contentType: JSON_TYPE };
  if (!transforms) return plain;
  const stored = await readStored(deliveryId, createdAt);
  // It was removed with its run or workspace.
  if (stored === undefined) return { problem: 'The delivery was deleted before it could be sent.' };
  const frozen = frozenBody(stored);
  if (frozen !== null) return frozen;
  const { workspace_id: workspaceId, transform: code } = stored;
  if (code === null) return freeze(delivery, plain);
  const made = await transformBody({ workspaceId, code, payload, seed: deliveryId }, signal);
  if (made.kind === 'cancelled') return null;
  return made.kind === 'failed' ? { problem: made.problem } : freeze(delivery, made.sent);
}

async function readStored(deliveryId: string, createdAt: Date): Promise<StoredRow | undefined> {
  const read = { name: 'read-delivery-body', text: READ, values: [deliveryId, createdAt] };
  const { rows } = await withDatabaseRetry(() => pool().query<StoredRow>(read), { repeatable: true });
  return rows[0];
}

async function freeze({ deliveryId, createdAt }: ClaimedDelivery, sent: SentBody): Promise<DeliveryBody> {
  const values = [deliveryId, createdAt, sent.body, sent.contentType];
  const write = { name: 'freeze-delivery-body', text: FREEZE, values };
  const { rows } = await withDatabaseRetry(() => pool().query<FrozenRow>(write), { repeatable: true });
  const [row] = rows;
  return (row && frozenBody(row)) ?? { problem: 'The delivery was deleted before it could be sent.' };
}

const frozenBody = ({ body, content_type: contentType }: FrozenRow): SentBody | null =>
  body === null ? null : { body, contentType: contentType ?? JSON_TYPE };
