import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, mayReadRuns, requireRole } from '../access/actor';
import { type AttemptRow, attemptOf, runningAttempt } from './attempt-row';
import { BODY_DELETED } from './deleted-body';
import { type DeliveryRow, deliveryOf, SELECT_DELIVERIES } from './delivery-row';
import { WITHHELD } from './run-data';
import type { Attempt, DeliveryDetail } from './schema';

export interface DeliveryAddress {
  workspaceId: string;
  id: string;
  deliveryId: string;
}

const ONE = `${SELECT_DELIVERIES} WHERE d.id = $1 AND d.subscription_id = $2 AND d.workspace_id = $3`;
const BODY =
  'SELECT body, deleted_at FROM runtime.webhook_body WHERE event_id = $1 AND includes = $2 AND created_at = $3';
const ATTEMPTS = `
SELECT id, number, cause, outcome, started_at, duration_ms, status, code, reason, request, response,
  response_body,
  response_truncated, timing, retry_at
FROM runtime.webhook_attempt WHERE delivery_id = $1 AND created_at = $2 ORDER BY started_at, id`;

/**
 * Returns a delivery with its body and every attempt, also one under way. Data of the run is left out for
 * keys that may not read runs. @throws AppError forbidden, not_found
 */
export async function getDelivery(actor: Actor, address: DeliveryAddress): Promise<{ data: DeliveryDetail }> {
  requireRole(actor, address.workspaceId, 'reader');
  const row = await findDelivery(address);
  const [{ body, isDeleted }, attempts] = await Promise.all([
    readBody(row),
    pool().query<AttemptRow>(ATTEMPTS, [row.id, row.created_at]),
  ]);
  const attemptLog = attempts.rows.map(attemptOf);
  const running = runningAttempt(row);
  if (running !== null && attemptLog.every(({ id }) => id !== running.id)) attemptLog.push(running);
  const delivery = deliveryOf(row);
  // A test's execution is made up.
  if (row.kind === 'event' && !mayReadRuns(actor))
    return { data: { ...delivery, body: '', attemptLog: attemptLog.map(withoutBody), withheld: WITHHELD } };
  return { data: { ...delivery, body, attemptLog, withheld: isDeleted ? BODY_DELETED : null } };
}

/** Reads the body of a delivery; one that was deleted before its delivery is empty. */
export async function readBody({
  event_id: eventId,
  includes,
  created_at: createdAt,
}: Pick<DeliveryRow, 'event_id' | 'includes' | 'created_at'>): Promise<{ body: string; isDeleted: boolean }> {
  const { rows } = await pool().query<{ body: string; deleted_at: Date | null }>(BODY, [
    eventId,
    includes,
    createdAt,
  ]);
  return { body: rows[0]?.body ?? '', isDeleted: rows[0]?.deleted_at != null };
}

/** Removes headers and body of the response, because the receiver may repeat in it what it was sent. */
function withoutBody({ response, ...attempt }: Attempt): Attempt {
  const body = { text: null, base64: null, truncated: true };
  return { ...attempt, response: response && { ...response, headers: [], body } };
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
