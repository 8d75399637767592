import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { HIGHEST_ID, isId } from '../../platform/ids';
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
  const before = cursor === undefined ? { at: 'infinity', id: HIGHEST_ID } : readCursor(cursor);
  const from = since === undefined ? BEGINNING : new Date(since);
  const values = [id, workspaceId, state ?? null, from, before.at, before.id, limit + 1];
  const { rows } = await pool().query<DeliveryRow>(PAGE, values);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? null : `${last.created_at.getTime()}.${last.id}`;
  return { data: page.map(deliveryOf), nextCursor };
}

/** Names a row and authorises nothing, so it needs no seal. */
function readCursor(cursor: string): { at: Date; id: string } {
  const [ms = '', id = ''] = cursor.split('.');
  if (/^\d{1,15}$/.test(ms) && isId(id)) return { at: new Date(Number(ms)), id };
  throw new AppError(
    'cursor_invalid',
    'This cursor was not issued by this server. Start again without a cursor.',
    {
      issues: [{ param: 'cursor', code: 'cursor_invalid', message: 'Pass nextCursor as it was given.' }],
    },
  );
}
