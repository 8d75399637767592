import { expect, test } from 'vitest';
import { allPools } from '../../lib/platform/postgres/db';
import { withClient } from './database.mjs';
import { connectionsFor, connectionsOfProcess, settleProcesses } from './web-processes.mjs';

test('a process opens as many connections as are counted for it', () => {
  const pools = Object.values(allPools()).reduce((sum, { options }) => sum + options.max, 0);
  const listen = 1;
  expect(connectionsOfProcess()).toBe(pools + listen);
});

test('more processes than a real database has connections for are refused', async () => {
  const url = process.env.DATABASE_URL!;
  const free = await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT sum(setting::int) FILTER (WHERE name = 'max_connections')
         - sum(setting::int) FILTER (WHERE name <> 'max_connections') AS free FROM pg_settings
       WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    );
    return Number(rows[0].free);
  });
  const possible = Math.floor((free - 10) / connectionsOfProcess());
  await withClient(url, async (client) => {
    expect(await settleProcesses({ most: 64, isAuto: true }, client)).toBe(possible);
    await expect(settleProcesses({ most: possible + 1, isAuto: false }, client)).rejects.toThrow(
      `needs ${connectionsFor(possible + 1)} connections and the database allows ${free}`,
    );
  });
});
