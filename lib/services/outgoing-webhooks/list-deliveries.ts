import type { EndpointInput } from '../../platform/http/endpoint';
import { pageOf, readTimeCursor, timeCursor } from '../../platform/http/time-cursor';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type DeliveryRow, deliveryOf, SELECT_DELIVERIES } from './delivery-row';
import type { listDeliveriesEndpoint } from './endpoints';
import type { WebhookAddress } from './find-webhook';
import type { Delivery } from './schema';

type ListDeliveries = EndpointInput<typeof listDeliveriesEndpoint>['query'] & WebhookAddress;

// The workspace is asked for too: the history of a deleted subscription is still its workspace's alone.
const PAGE = `${SELECT_DELIVERIES}
WHERE d.subscription_id = $1 AND d.workspace_id = $2 AND ($3::text IS NULL OR d.state = $3)
  AND d.created_at >= $4 AND (d.created_at, d.id) < ($5, $6)
ORDER BY d.created_at DESC, d.id DESC LIMIT $7`;

const BEGINNING = new Date(0);

/** Newest first; `nextCursor` is null at the end. */
export async function listDeliveries(
  actor: Actor,
  { workspaceId, id, state, since, cursor, limit }: ListDeliveries,
): Promise<{ data: Delivery[]; nextCursor: string | null }> {
  requireRole(actor, workspaceId, 'reader');
  if (!isId(id)) return { data: [], nextCursor: null };
  const before = readTimeCursor(cursor);
  const from = since === undefined ? BEGINNING : new Date(since);
  const values = [id, workspaceId, state ?? null, from, before.at, before.id, limit + 1];
  const { rows } = await pool().query<DeliveryRow>(PAGE, values);
  const { page, nextCursor } = pageOf(rows, limit, ({ created_at, id }) => timeCursor(created_at, id));
  return { data: page.map(deliveryOf), nextCursor };
}
