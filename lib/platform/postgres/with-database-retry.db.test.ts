import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { env } from '../env';
import { StatementTooSlow } from './database-faults';
import { closeDatabase } from './db';
import { triedAgainForMs, withDatabaseRetry } from './with-database-retry';

afterAll(closeDatabase);

/** Runs a statement on a connection with a tiny statement timeout. */
async function tooSlow(): Promise<never> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, statement_timeout: 5 });
  await client.connect();
  try {
    await client.query('SELECT pg_sleep(600)');
    throw new Error('It was to be too slow.');
  } finally {
    await client.end();
  }
}

test('a statement that takes too long while the database answers others fails by itself', async () => {
  let tries = 0;
  const waited: number[] = [];
  const work = () => {
    tries += 1;
    waited.push(triedAgainForMs());
    return tooSlow();
  };
  const failed = withDatabaseRetry(work, { repeatable: true, slowTries: 1 });
  await expect(failed).rejects.toBeInstanceOf(StatementTooSlow);
  await expect(failed).rejects.toMatchObject({ cause: { code: '57014' } });
  expect(tries).toBe(1);
  await expect(withDatabaseRetry(work, { repeatable: true })).rejects.toBeInstanceOf(StatementTooSlow);
  expect(tries).toBe(4);
  // The database was never reported as unavailable.
  expect(waited).toEqual([0, 0, 0, 0]);
});

test('work that must not be repeated is not, when it was too slow', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return tooSlow();
  };
  await expect(withDatabaseRetry(work, { repeatable: false })).rejects.toBeInstanceOf(StatementTooSlow);
  expect(tries).toBe(1);
});

test('without a connection the database is away: then work is tried until it is there', async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as { port: number };
  await new Promise((resolve) => nobody.close(resolve));
  let tries = 0;
  let waited = 0;
  const work = async () => {
    tries += 1;
    waited = triedAgainForMs();
    const client = new pg.Client(tries < 4 ? { host: '127.0.0.1', port } : env().DATABASE_URL);
    await client.connect();
    await client.end();
    return tries;
  };
  expect(await withDatabaseRetry(work, { repeatable: false })).toBe(4);
  expect(waited).toBeGreaterThan(0);
  expect(triedAgainForMs()).toBe(0);
});
