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
const BODIES = `
SELECT d.transforms, d.body, b.body AS payload, b.deleted_at IS NOT NULL AS is_deleted
FROM runtime.webhook_delivery d
LEFT JOIN runtime.webhook_body b ON b.event_id = d.event_id AND b.includes = d.includes
  AND b.created_at = d.created_at
WHERE d.id = $1 AND d.created_at = $2`;
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
  const [{ isDeleted, ...bodies }, attempts] = await Promise.all([
    readBodies(row),
    pool().query<AttemptRow>(ATTEMPTS, [row.id, row.created_at]),
  ]);
  const attemptLog = attempts.rows.map(attemptOf);
  const running = runningAttempt(row);
  if (running !== null && attemptLog.every(({ id }) => id !== running.id)) attemptLog.push(running);
  const delivery = deliveryOf(row);
  // A test's execution is made up.
  if (row.kind === 'event' && !mayReadRuns(actor))
    return {
      data: {
        ...delivery,
        body: '',
        payload: null,
        attemptLog: attemptLog.map(withoutBody),
        withheld: WITHHELD,
      },
    };
  return { data: { ...delivery, ...bodies, attemptLog, withheld: isDeleted ? BODY_DELETED : null } };
}

interface BodiesRow {
  transforms: boolean;
  /** Null until a transform has made it. */
  body: string | null;
  payload: string | null;
  is_deleted: boolean;
}

interface Bodies extends Pick<DeliveryDetail, 'body' | 'payload'> {
  /** True if they were deleted before their delivery. */
  isDeleted: boolean;
}

/** Reads the body of a delivery, and what a transform made it of; those that were deleted are empty. */
export async function readBodies({
  id,
  created_at: createdAt,
}: Pick<DeliveryRow, 'id' | 'created_at'>): Promise<Bodies> {
  const { rows } = await pool().query<BodiesRow>(BODIES, [id, createdAt]);
  const [row] = rows;
  if (row === undefined || row.is_deleted)
    return { body: '', payload: null, isDeleted: row?.is_deleted === true };
  const { transforms, body, payload } = row;
  return transforms
    ? { body: body ?? '', payload: payload ?? '', isDeleted: false }
    : { body: payload ?? '', payload: null, isDeleted: false };
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
