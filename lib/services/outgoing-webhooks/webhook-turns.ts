import type { Prisma } from '../../generated/prisma/client';
import { CAUSE } from './delivery-state';

export interface TurnSettings {
  strictOrder: boolean;
  maxPerMinute: number | null;
}

/** Keeps the row by which claims take turns, or removes it where deliveries need none. */
export async function keepTurns(
  tx: Prisma.TransactionClient,
  webhookId: string,
  { strictOrder, maxPerMinute }: TurnSettings,
): Promise<void> {
  if (strictOrder || maxPerMinute !== null)
    await tx.$executeRaw`
      INSERT INTO runtime.webhook_turn (subscription_id) VALUES (${webhookId}::uuid) ON CONFLICT DO NOTHING`;
  else await tx.$executeRaw`DELETE FROM runtime.webhook_turn WHERE subscription_id = ${webhookId}::uuid`;
}

// A rate is kept in portions: one second's worth, at least one, and then a wait for as long as they take at
// this pace. The pace is lower than the rate by what a portion adds, so that no minute, wherever it begins,
// has more. Parameters and results are SQL.
const portionOf = (perMinute: string): string => `((${perMinute} + 59) / 60)`;

/** The time that a number of deliveries takes at the rate; null without one. */
export const TIME_AT_RATE = (count: string, perMinute: string): string =>
  `${count} * interval '1 minute' / (${perMinute} - ${portionOf(perMinute)} + 1)`;

/** What was claimed last, while its schedule goes on. A redelivery by hand is one request, and queues up. */
const LAST_CLAIMED = `runtime.webhook_pending p
          WHERE p.delivery_id = t.delivery_id AND p.cause = ${CAUSE.sql.schedule}`;

/**
 * The turn of an endpoint: `most` deliveries may be under way or go now, and only `only_id` if that isn't
 * null. No row while another worker claims for it, or did since this statement began. It reads nothing for a
 * subscription without order and rate. `o` is the subscription.
 */
export const TURN = `
    SELECT t.subscription_id,
      CASE WHEN o.max_per_minute IS NOT NULL AND t.next_at > now() THEN 0
        WHEN NOT o.strict_order THEN ${portionOf('o.max_per_minute')}
        WHEN EXISTS (SELECT FROM ${LAST_CLAIMED} AND (p.lease_token IS NOT NULL OR p.next_at > now())) THEN 0
        ELSE 1 END AS most,
      CASE WHEN o.strict_order THEN
        (SELECT p.delivery_id FROM ${LAST_CLAIMED}) END AS only_id
    FROM runtime.webhook_turn t
    WHERE o.active AND (o.strict_order OR o.max_per_minute IS NOT NULL) AND t.subscription_id = o.id
      AND t.claims = (SELECT s.claims FROM runtime.webhook_turn s WHERE s.subscription_id = o.id)
    FOR UPDATE OF t SKIP LOCKED`;

/** Writes down what was claimed: `due` has `turn_of`, the subscription with a turn, and its `per_minute`. */
export const TAKE_TURN = `
  UPDATE runtime.webhook_turn t SET claims = t.claims + 1, delivery_id = c.delivery_id,
    next_at = coalesce(now() + ${TIME_AT_RATE('c.n', 'c.per_minute')}, now())
  FROM (
    SELECT turn_of, max(per_minute) AS per_minute, count(*) AS n, (array_agg(delivery_id))[1] AS delivery_id
    FROM due WHERE turn_of IS NOT NULL GROUP BY turn_of
  ) c WHERE t.subscription_id = c.turn_of`;
