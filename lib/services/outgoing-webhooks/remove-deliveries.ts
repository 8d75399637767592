import { Prisma } from '../../generated/prisma/client';
import type { DeletedRuns, RemoveRuns } from '../tables/define-tables';

/** The deliveries `d` of these runs. */
const deliveriesOf = ({ workspaceId, executionIds }: DeletedRuns): Prisma.Sql => Prisma.sql`
  (SELECT id, event_id, execution_id, created_at FROM runtime.webhook_delivery
   WHERE execution_id = ANY (${executionIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid) AS d`;

/**
 * Locks the deliveries of runs, so that none is claimed or sent again until the transaction ends.
 * @returns the executions with one that keeps the run from being deleted: one that is to be made still, or
 * with `discards` only one that is being made
 */
export async function lockDeliveries(
  tx: Prisma.TransactionClient,
  runs: DeletedRuns,
  { discards }: { discards: boolean },
): Promise<Set<string>> {
  // Pending ones first, as whoever records an attempt does.
  const pending = await tx.$queryRaw<Array<{ execution_id: string; is_leased: boolean }>>`
    SELECT d.execution_id::text, p.lease_token IS NOT NULL AS is_leased
    FROM runtime.webhook_pending p JOIN ${deliveriesOf(runs)} ON d.id = p.delivery_id
    ORDER BY p.delivery_id FOR UPDATE OF p`;
  await tx.$queryRaw`
    SELECT d.id FROM runtime.webhook_delivery d
    WHERE d.execution_id = ANY (${runs.executionIds}::uuid[]) AND d.workspace_id = ${runs.workspaceId}::uuid
    ORDER BY d.id FOR UPDATE`;
  return new Set(pending.filter((one) => one.is_leased || !discards).map((one) => one.execution_id));
}

export const removePending: RemoveRuns = (tx, runs) => tx.$executeRaw`
  DELETE FROM runtime.webhook_pending p USING ${deliveriesOf(runs)} WHERE p.delivery_id = d.id`;

export const removeAttempts: RemoveRuns = (tx, runs) => tx.$executeRaw`
  DELETE FROM runtime.webhook_attempt a USING ${deliveriesOf(runs)}
  WHERE a.delivery_id = d.id AND a.created_at = d.created_at`;

export const removeBodies: RemoveRuns = (tx, runs) => tx.$executeRaw`
  DELETE FROM runtime.webhook_body b USING ${deliveriesOf(runs)}
  WHERE b.event_id = d.event_id AND b.created_at = d.created_at`;

export const removeDeliveries: RemoveRuns = (tx, { workspaceId, executionIds }) => tx.$executeRaw`
  DELETE FROM runtime.webhook_delivery
  WHERE execution_id = ANY (${executionIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid`;
