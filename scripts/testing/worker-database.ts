import pg from 'pg';
import { afterAll } from 'vitest';
import { singletons } from './fresh-file';

/**
 * Points a test file to its worker's own database, a copy of the one in DATABASE_URL
 * (scripts/lib/database-checks.mjs), and closes the connections that it leaves.
 */
const url = new URL(process.env.DATABASE_URL ?? '');
url.pathname += `_${process.env.VITEST_POOL_ID}`;
process.env.DATABASE_URL = url.href;

// Registered before the file's own, it runs after them.
afterAll(async () => {
  const pools = [...singletons()].filter((one) => one instanceof pg.Pool);
  await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
});
