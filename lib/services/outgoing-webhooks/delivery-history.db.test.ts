import { afterAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { keepDeliveryHistory } from './delivery-history';

afterAll(closeDatabase);

const partitions = async (): Promise<string[]> => {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'runtime.webhook_attempt'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

const dayName = (days: number): string => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `runtime.webhook_attempt_${day.replaceAll('-', '_')}`;
};

test('days are there before they are needed and go after thirty, with what waited in them', async () => {
  const deliveryId = newId();
  await pool().query(`SELECT runtime.ensure_webhook_partitions(now() - interval '33 days', 4)`);
  await pool().query(
    `INSERT INTO runtime.webhook_pending (delivery_id, created_at, event_id, subscription_id, includes,
      next_at)
     VALUES ($1, now() - interval '33 days', $2, $3, 0, 'infinity')`,
    [deliveryId, newId(), newId()],
  );
  await keepDeliveryHistory();
  const left = await partitions();
  expect(left).toEqual(expect.arrayContaining([dayName(-30), dayName(0), dayName(13)]));
  for (const days of [-33, -32, -31]) expect(left).not.toContain(dayName(days));
  const { rowCount } = await pool().query('SELECT FROM runtime.webhook_pending WHERE delivery_id = $1', [
    deliveryId,
  ]);
  expect(rowCount).toBe(0);
});

test('a day that a reader blocks is not waited for, and is dropped in the next round', async () => {
  await pool().query(`SELECT runtime.ensure_webhook_partitions(now() - interval '40 days', 1)`);
  const reader = await pool().connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM runtime.webhook_attempt');
  await keepDeliveryHistory();
  expect(await partitions()).toContain(dayName(-40));
  await reader.query('COMMIT');
  reader.release();
  const left = async () => {
    await keepDeliveryHistory();
    return partitions();
  };
  // Tests beside this one read too.
  await expect.poll(left).not.toContain(dayName(-40));
});

test('what a process that died had only detached goes too', async () => {
  await pool().query(`SELECT runtime.ensure_webhook_partitions(now() - interval '50 days', 1)`);
  await pool().query(`ALTER TABLE runtime.webhook_attempt DETACH PARTITION ${dayName(-50)}`);
  await keepDeliveryHistory();
  const { rows } = await pool().query('SELECT to_regclass($1) AS found', [dayName(-50)]);
  expect(rows).toEqual([{ found: null }]);
});
