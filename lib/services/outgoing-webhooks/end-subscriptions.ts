import type { Prisma } from '../../generated/prisma/client';
import { STATE } from './delivery-state';

/**
 * Deletes subscriptions in the caller's transaction. Their pending deliveries are cancelled with `reason`,
 * which their history shows; one that was acknowledged before and only sent again stays a success. The
 * history stays for its 30 days.
 */
export async function endSubscriptions(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`DELETE FROM webhook_subscription WHERE id = ANY (${ids}::uuid[])`;
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
