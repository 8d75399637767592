import type { Prisma } from '../../generated/prisma/client';
import { STATE } from './delivery-state';

/** Deletes subscriptions in the caller's transaction. Their pending deliveries are cancelled with `reason`. */
export async function endSubscriptions(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`DELETE FROM webhook_subscription WHERE id = ANY (${ids}::uuid[])`;
  await dropDeliveries(tx, ids, reason);
}

/** Does the same with those of a workflow that can be restored: the rows stay, and deliver nothing. */
export async function suspendSubscriptions(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`UPDATE webhook_subscription SET deleted_at = now() WHERE id = ANY (${ids}::uuid[])`;
  await dropDeliveries(tx, ids, reason);
}

/** Restores those of a workflow, as they were. @returns how many */
export const restoreSubscriptions = (tx: Prisma.TransactionClient, workflowId: string): Promise<number> =>
  tx.$executeRaw`
    UPDATE webhook_subscription SET deleted_at = NULL
    WHERE workflow_id = ${workflowId}::uuid AND deleted_at IS NOT NULL`;

/** Deletes them, once their workflow can no longer be restored. */
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
