/**
 * Points a test file to its worker's own database, a copy of the one in DATABASE_URL
 * (scripts/lib/database-checks.mjs).
 */
const url = new URL(process.env.DATABASE_URL ?? '');
url.pathname += `_${process.env.VITEST_POOL_ID}`;
process.env.DATABASE_URL = url.href;
