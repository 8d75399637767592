import pg from 'pg';
import { afterAll } from 'vitest';
import { beginFile, forbidOwnSettings, singletons } from './begin-file';

/**
 * Points a test file to its worker's own database, a copy of the one in DATABASE_URL
 * (scripts/lib/database-checks.mjs), and closes the connections that it leaves. Files of a process keep our modules, too: to
 * evaluate those that reach the database took longer than most files' tests.
 */
beginFile();
const url = new URL(process.env.DATABASE_URL ?? '');
url.pathname += `_${process.env.VITEST_POOL_ID}`;
process.env.DATABASE_URL = url.href;

// Registered before the file's own, they run after them.
afterAll(async () => {
  const pools = [...singletons()].filter((one) => one instanceof pg.Pool);
  await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
});
if (process.env.SHARES_ITS_PROCESS) forbidOwnSettings();
