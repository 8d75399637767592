import { afterAll, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { gapAfter } from './outage-sql';

afterAll(closeDatabase);

/** Returns the pause in seconds after each number of failed probes. */
async function gaps(retryAfterMs: string): Promise<number[]> {
  const { rows } = await pool().query(
    `SELECT extract(epoch FROM ${gapAfter('n', retryAfterMs)})::float8 AS seconds FROM generate_series(0, 7) AS n`,
  );
  return rows.map(({ seconds }) => seconds);
}

test('probes are ever farther apart, up to five minutes', async () => {
  expect(await gaps('NULL')).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});

test('a server can ask for a longer pause, up to ten minutes', async () => {
  expect(await gaps('45000')).toEqual([45, 45, 45, 80, 160, 300, 300, 300]);
  expect(await gaps('3600000')).toEqual([600, 600, 600, 600, 600, 600, 600, 600]);
});
