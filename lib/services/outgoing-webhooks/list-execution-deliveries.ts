import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type DeliveryRow, deliveryOf, SELECT_DELIVERIES } from './delivery-row';
import type { Delivery } from './schema';

const OF_EXECUTION = `${SELECT_DELIVERIES}
WHERE d.execution_id = $1 AND d.workspace_id = $2 AND d.kind = 'event' ORDER BY d.created_at, d.id
  LIMIT 1000`;

/** Deliveries for an execution; test deliveries belong to none. */
export async function listExecutionDeliveries(
  actor: Actor,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
): Promise<{ data: Delivery[] }> {
  requireRole(actor, workspaceId, 'reader');
  if (!isId(executionId)) return { data: [] };
  const { rows } = await pool().query<DeliveryRow>(OF_EXECUTION, [executionId, workspaceId]);
  return { data: rows.map(deliveryOf) };
}
