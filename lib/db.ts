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

/** For the hot paths: raw SQL, prepared by name. */
export function pool(): pg.Pool {
  return processSingleton('pg-pool', () => {
    const made = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: POOL_SIZE,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      application_name: 'millrace',
    });
    made.on('error', (error) => console.error('[database] an idle connection failed:', error.message));
    return made;
  });
}

/** For writes that may be lost with the database's last half second and are found out later: commits don't wait for the disk. */
export function relaxedPool(): pg.Pool {
  return processSingleton('pg-relaxed-pool', () => {
    const made = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: 2,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      options: '-c synchronous_commit=off',
      application_name: 'millrace relaxed',
    });
    made.on('error', (error) => console.error('[database] an idle connection failed:', error.message));
    return made;
  });
}

const COUNTER_TIMEOUT_MS = 1_000;

/**
 * For counting against rate limits: one statement at a time, whose commit need not reach the disk. A call waits for its count, so
 * this gives up soon.
 */
export function counterPool(): pg.Pool {
  return processSingleton('pg-counter-pool', () => {
    const made = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: 1,
      connectionTimeoutMillis: COUNTER_TIMEOUT_MS,
      statement_timeout: COUNTER_TIMEOUT_MS,
      query_timeout: COUNTER_TIMEOUT_MS + 500, // when not even the refusal arrives
      options: '-c synchronous_commit=off',
      application_name: 'millrace counter',
    });
    made.on('error', (error) => console.error('[database] an idle connection failed:', error.message));
    return made;
  });
}

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
    [pool(), relaxedPool(), counterPool()].map((each) => (each.ended ? undefined : each.end())),
  );
}
