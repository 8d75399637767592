import type { Prisma } from '../../generated/prisma/client';
import { STATE } from './delivery-state';
import { keepTurns } from './webhook-turns';

/**
 * Deletes a subscription alone, in the caller's transaction. It can be restored: its row stays, and delivers
 * nothing. Pending deliveries are cancelled with `reason`.
 */
export async function deleteAlone(
  tx: Prisma.TransactionClient,
  { id, userId }: { id: string; userId: string },
  reason: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_subscription SET deleted_at = now(), deleted_by_id = ${userId}::uuid, deleted_alone = true
    WHERE id = ${id}::uuid`;
  await dropDeliveries(tx, [id], reason);
}

/** Does the same with those of a workflow that is deleted, which come back with it. */
export async function suspendSubscriptions(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`UPDATE webhook_subscription SET deleted_at = now() WHERE id = ANY (${ids}::uuid[])`;
  await dropDeliveries(tx, ids, reason);
}

/** Restores those that were deleted with a workflow, as they were. @returns how many */
export async function restoreSubscriptions(
  tx: Prisma.TransactionClient,
  workflowId: string,
): Promise<number> {
  const rows = await tx.$queryRaw<Array<{ id: string; strictOrder: boolean; maxPerMinute: number | null }>>`
    UPDATE webhook_subscription SET deleted_at = NULL
    WHERE workflow_id = ${workflowId}::uuid AND deleted_at IS NOT NULL AND NOT deleted_alone
    RETURNING id::text, strict_order AS "strictOrder", max_per_minute AS "maxPerMinute"`;
  for (const { id, ...turns } of rows) await keepTurns(tx, id, turns);
  return rows.length;
}

/** Deletes those of a workflow that can no longer be restored, also those that were deleted before it. */
export const purgeSubscriptions = (tx: Prisma.TransactionClient, workflowId: string): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM webhook_subscription WHERE workflow_id = ${workflowId}::uuid AND deleted_at IS NOT NULL`;

/**
 * Cancels pending deliveries with `reason`, which their history shows; one that was acknowledged before and
 * only sent again stays a success. The history stays for its 30 days.
 */
async function dropDeliveries(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await tx.$executeRaw`
    WITH dropped AS (
      DELETE FROM runtime.webhook_pending WHERE subscription_id = ANY (${ids}::uuid[])
        RETURNING delivery_id, created_at
    )
    UPDATE runtime.webhook_delivery d SET finished_at = now(), last_reason = ${reason},
      state = CASE WHEN d.acknowledged_at IS NULL THEN ${STATE.is.cancelled} ELSE ${STATE.is.succeeded} END
    FROM dropped p WHERE d.id = p.delivery_id AND d.created_at = p.created_at`;
  await tx.$executeRaw`DELETE FROM runtime.webhook_health WHERE subscription_id = ANY (${ids}::uuid[])`;
  await tx.$executeRaw`DELETE FROM runtime.webhook_turn WHERE subscription_id = ANY (${ids}::uuid[])`;
  await tx.$executeRaw`DELETE FROM runtime.webhook_redelivery WHERE subscription_id = ANY (${ids}::uuid[])`;
}
