import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from './env';
import { PrismaClient } from './generated/prisma/client';
import { processSingleton } from './process-singleton';

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
/** In ms. Prisma's own two seconds to get a connection are soon over on a busy machine. */
const TRANSACTION = { maxWait: 10_000, timeout: 20_000 };

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** One pool a process and purpose; Postgres's own list of sessions names it. */
function poolFor(purpose: string, config: pg.PoolConfig): pg.Pool {
  const name = `millrace ${purpose}`.trim();
  return processSingleton(`pg-pool ${name}`, () => {
    const made = new pg.Pool({
      connectionString: env().DATABASE_URL,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      application_name: name,
      ...config,
    });
    made.on('error', (error) => console.error('[database] an idle connection failed:', error.message));
    return made;
  });
}

/** For the hot paths: raw SQL, prepared by name. */
export const pool = (): pg.Pool => poolFor('', { max: POOL_SIZE });

/** For writes that may be lost with the database's last half second and are found out later: commits don't wait for the disk. */
export const relaxedPool = (): pg.Pool =>
  poolFor('relaxed', { max: 2, options: '-c synchronous_commit=off' });

/** Long enough for a busy machine: counting without the database is not exact over processes. */
const COUNTER_TIMEOUT_MS = 3_000;

/**
 * For counting against rate limits: one statement at a time, whose commit need not reach the disk. A call waits for its count, so
 * this gives up soon.
 */
export const counterPool = (): pg.Pool =>
  poolFor('counter', {
    max: 1,
    connectionTimeoutMillis: COUNTER_TIMEOUT_MS,
    statement_timeout: COUNTER_TIMEOUT_MS,
    query_timeout: COUNTER_TIMEOUT_MS + 500, // when not even the refusal arrives
    options: '-c synchronous_commit=off',
  });

const LOGS_POOL_SIZE = 8;
/** A new connection plans everything anew. */
const LOGS_IDLE_MS = 10 * 60_000;
const LOGS_STATEMENT_TIMEOUT_MS = 5_000;
const FIXED_PLANS = [
  ...['plan_cache_mode=force_generic_plan', 'jit=off'],
  ...['enable_seqscan=off', 'enable_bitmapscan=off', 'enable_sort=off'],
  ...['enable_hashjoin=off', 'enable_mergejoin=off', 'enable_memoize=off'],
];

/**
 * For reading logs: statements are few, planned once, and shaped so that only one index fits each; what would let the planner choose
 * another is off. No statement may take longer than its time.
 */
export const logsPool = (): pg.Pool =>
  poolFor('logs', {
    max: LOGS_POOL_SIZE,
    idleTimeoutMillis: LOGS_IDLE_MS,
    statement_timeout: LOGS_STATEMENT_TIMEOUT_MS,
    options: FIXED_PLANS.map((setting) => `-c ${setting}`).join(' '),
  });

/** For everything that is not hot. */
export function prisma(): PrismaClient {
  return processSingleton(
    'prisma',
    () => new PrismaClient({ adapter: new PrismaPg(pool()), transactionOptions: TRANSACTION }),
  );
}

/** Ends every connection; nothing may be asked of the database afterwards. */
export async function closeDatabase(): Promise<void> {
  await prisma().$disconnect();
  await Promise.all(
    [pool(), relaxedPool(), counterPool(), logsPool()].map((each) => (each.ended ? undefined : each.end())),
  );
}
