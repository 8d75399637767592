import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { dropPartitions } from '../../platform/postgres/drop-partitions';
import { withLockTimeout } from '../../platform/postgres/lock-timeout';
import { onlyOneProcess } from '../../platform/postgres/only-one-process';

const KEPT_DAYS = 30;
const PARTITION_DAYS_AHEAD = 14;
/** The tables of `runtime` that have a partition for each day. */
export const DAILY_TABLES = ['webhook_body', 'webhook_delivery', 'webhook_attempt'];

const OLD_DAYS = `
SELECT DISTINCT right(relname, 10) AS day FROM pg_class
WHERE relnamespace = 'runtime'::regnamespace AND relkind = 'r' AND left(relname, -11) = ANY ($1)
  AND to_date(right(relname, 10), 'YYYY_MM_DD') < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`;

const FORGET_PENDING = `DELETE FROM runtime.webhook_pending
  WHERE created_at < now() - interval '${KEPT_DAYS} days'`;
const FORGET_REDELIVERIES = `DELETE FROM runtime.webhook_redelivery
  WHERE created_at < now() - interval '${KEPT_DAYS} days'`;

/** The day a delivery is made on must exist before it does: made so far ahead, a day can wait for readers. */
export async function makeDeliveryPartitions(): Promise<void> {
  const isMade = await withLockTimeout(async (client) => {
    await client.query(`SELECT runtime.ensure_webhook_partitions(now(), ${PARTITION_DAYS_AHEAD})`);
  });
  if (!isMade) logger('webhooks').warn('deliveries are being read; days to come are made at the next round');
}

/** Day partitions exist before they are needed and are dropped after 30 days; readers are not held up. */
export async function keepDeliveryHistory(): Promise<void> {
  await makeDeliveryPartitions();
  await onlyOneProcess('delivery history', dropOldDays);
}

async function dropOldDays(): Promise<void> {
  const { rows } = await pool().query<{ day: string }>(OLD_DAYS, [DAILY_TABLES]);
  if (rows.length === 0) return;
  await pool().query(FORGET_PENDING);
  await pool().query(FORGET_REDELIVERIES);
  for (const { day } of rows)
    if (!(await dropPartitions(DAILY_TABLES, day)))
      logger('webhooks').warn('deliveries are being read and are deleted at the next round', { day });
}
