import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type AttemptRow, attemptOf, runningAttempt } from './attempt-row';
import { type DeliveryRow, deliveryOf, SELECT_DELIVERIES } from './delivery-row';
import type { DeliveryDetail } from './schema';

export interface DeliveryAddress {
  workspaceId: string;
  id: string;
  deliveryId: string;
}

const ONE = `${SELECT_DELIVERIES} WHERE d.id = $1 AND d.subscription_id = $2 AND d.workspace_id = $3`;
const BODY =
  'SELECT body FROM runtime.webhook_body WHERE event_id = $1 AND includes = $2 AND created_at = $3';
const ATTEMPTS = `
SELECT id, number, cause, outcome, started_at, duration_ms, status, code, reason, request, response,
  response_body,
  response_truncated, timing, retry_at
FROM runtime.webhook_attempt WHERE delivery_id = $1 AND created_at = $2 ORDER BY started_at, id`;

/**
 * With the body and every attempt, the one that is being made included. @throws AppError forbidden, not_found
 */
export async function getDelivery(actor: Actor, address: DeliveryAddress): Promise<{ data: DeliveryDetail }> {
  requireRole(actor, address.workspaceId, 'reader');
  const row = await findDelivery(address);
  const [bodies, attempts] = await Promise.all([
    pool().query<{ body: string }>(BODY, [row.event_id, row.includes, row.created_at]),
    pool().query<AttemptRow>(ATTEMPTS, [row.id, row.created_at]),
  ]);
  const attemptLog = attempts.rows.map(attemptOf);
  const running = runningAttempt(row);
  if (running !== null && attemptLog.every(({ id }) => id !== running.id)) attemptLog.push(running);
  return { data: { ...deliveryOf(row), body: bodies.rows[0]?.body ?? '', attemptLog } };
}

/** Authorise first. @throws AppError not_found */
export async function findDelivery({ workspaceId, id, deliveryId }: DeliveryAddress): Promise<DeliveryRow> {
  const { rows } =
    isId(id) && isId(deliveryId)
      ? await pool().query<DeliveryRow>(ONE, [deliveryId, id, workspaceId])
      : { rows: [] };
  const [row] = rows;
  if (row === undefined)
    throw new AppError('not_found', 'Delivery not found; deliveries are kept for 30 days.');
  return row;
}
