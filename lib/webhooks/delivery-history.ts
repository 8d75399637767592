import pg from 'pg';
import { pool } from '../db';
import { env } from '../env';

const KEPT_DAYS = 30;
const PARTITION_DAYS_AHEAD = 14;
/** A reader in the way is not waited for; the next round tries again. */
const LOCK_TIMEOUT = '2s';

const OLD_PARTITIONS = `
SELECT c.oid::regclass::text AS name, p.oid::regclass::text AS parent, i.inhdetachpending AS detaching
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
WHERE p.oid IN ('runtime.webhook_body'::regclass, 'runtime.webhook_delivery'::regclass, 'runtime.webhook_attempt'::regclass)
  AND to_date(right(c.relname, 10), 'YYYY_MM_DD') < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`;

const FORGET_PENDING = `DELETE FROM runtime.webhook_pending WHERE created_at < now() - interval '${KEPT_DAYS} days'`;
const FORGET_REDELIVERIES = `DELETE FROM runtime.webhook_redelivery WHERE created_at < now() - interval '${KEPT_DAYS} days'`;

/** Day partitions exist before they are needed and are dropped after 30 days; readers are not held up. */
export async function keepDeliveryHistory(): Promise<void> {
  await pool().query(`SELECT runtime.ensure_webhook_partitions(now(), ${PARTITION_DAYS_AHEAD})`);
  const { rows } = await pool().query<{ name: string; parent: string; detaching: boolean }>(OLD_PARTITIONS);
  if (rows.length === 0) return;
  await pool().query(FORGET_PENDING);
  await pool().query(FORGET_REDELIVERIES);
  for (const { name, parent, detaching } of rows) {
    try {
      await dropPartition(name, parent, detaching);
    } catch (error) {
      console.error(`[webhooks] ${name} could not be dropped now:`, (error as Error).message);
    }
  }
}

/** Detached first and without a lock that stops readers, which no transaction allows; an interrupted detaching is finished. */
async function dropPartition(name: string, parent: string, detaching: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(
      `ALTER TABLE ${parent} DETACH PARTITION ${name} ${detaching ? 'FINALIZE' : 'CONCURRENTLY'}`,
    );
    await client.query(`DROP TABLE ${name}`);
  } finally {
    await client.end();
  }
}
