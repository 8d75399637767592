import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { noteBackend, watchConnections } from './dead-connections';
import { FailoverClient } from './failover-client.mjs';
import { MarkedPool } from './marked-pool';
import { reportDatabaseFault } from './report-database-fault';

const STATEMENT_TIMEOUT_MS = 30_000;
/** Extra time to wait for the server's own timeout error. */
const ANSWER_GRACE_MS = 2_000;
/** The limit for waiting for a free connection, or for a new one. */
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Kept open, so that results can be recorded even when somebody else takes the last connections. */
const KEPT_OPEN = 4;
/** In ms. Prisma's default of two seconds to get a connection is too short on a busy machine. */
const TRANSACTION = { maxWait: 10_000, timeout: 20_000 };

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PoolOptions {
  max: number;
  min?: number;
  statementTimeoutMs?: number;
  /** Milliseconds that we wait longer than the server. */
  answerGraceMs?: number;
  connectTimeoutMs?: number;
  idleTimeoutMillis?: number;
  /** The server's settings for each session. */
  settings?: Readonly<Record<string, string>>;
}

/** Returns the pool of a purpose, one per process; its name appears in Postgres's list of sessions. */
function poolFor(purpose: string, options: PoolOptions): pg.Pool {
  const name = `millrace ${purpose}`.trim();
  return processSingleton(`pg-pool ${name}`, () => createPool(name, options));
}

function createPool(name: string, options: PoolOptions): pg.Pool {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { answerGraceMs = ANSWER_GRACE_MS } = options;
  const settings = { statement_timeout: String(statementTimeoutMs), ...options.settings };
  const made = new MarkedPool({
    connectionString: env().DATABASE_URL,
    application_name: name,
    max: options.max,
    min: options.min ?? 1,
    idleTimeoutMillis: options.idleTimeoutMillis,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + answerGraceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    onConnect: (client) => prepareSession(client, settings, connectTimeoutMs),
  });
  made.on('error', (error) => reportDatabaseFault('keep an idle connection', error));
  watchConnections(made);
  return made;
}

/** Applies settings by a statement, because poolers refuse them in the startup message. */
async function prepareSession(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>({
    text: `SELECT pg_backend_pid() AS pid,
      (SELECT count(set_config(name, value, false)) FROM unnest($1::text[], $2::text[]) AS s(name, value))`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  noteBackend(client, rows[0]!.pid);
}

/** The pool for the hot paths, which use raw SQL in named prepared statements. */
export const pool = (): pg.Pool =>
  poolFor('', { max: env().DATABASE_POOL_SIZE, min: Math.min(KEPT_OPEN, env().DATABASE_POOL_SIZE) });

const NOT_FLUSHED = { synchronous_commit: 'off' };

/**
 * The pool for writes that may be lost with the database's last half second and are detected later: commits
 * don't wait for the disk.
 */
export const relaxedPool = (): pg.Pool => poolFor('relaxed', { max: 2, settings: NOT_FLUSHED });

/** Long enough for a chunk behind those of twenty other files on a busy disk: waiting is no fault. */
export const FILES_TURN_MS = 30_000;

/**
 * The pool for files of runs: their chunks queue here and never delay small statements. The commit that
 * makes a run's end durable makes its files durable too.
 */
export const filesPool = (): pg.Pool =>
  poolFor('files', { max: 2, min: 0, connectTimeoutMs: FILES_TURN_MS, settings: NOT_FLUSHED });

const HEARTBEAT_TIMEOUT_MS = 2_000;

/** The pool for this process's heartbeat only: it never waits for a connection that others use. */
export const heartbeatPool = (): pg.Pool =>
  poolFor('heartbeat', {
    max: 1,
    statementTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    answerGraceMs: 0, // the first to notice that connections are dead
    connectTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    settings: NOT_FLUSHED,
  });

/** Long enough for a busy machine: counting without the database is not exact across processes. */
const COUNTER_TIMEOUT_MS = 3_000;

/**
 * The pool for counting against rate limits: one statement at a time, whose commit need not reach the disk.
 * A call waits for its count, so this times out soon.
 */
export const counterPool = (): pg.Pool =>
  poolFor('counter', {
    max: 1,
    connectTimeoutMs: COUNTER_TIMEOUT_MS,
    statementTimeoutMs: COUNTER_TIMEOUT_MS,
    settings: NOT_FLUSHED,
  });

/** Long, because a new connection has to plan every statement again. */
const LOGS_IDLE_MS = 10 * 60_000;
const LOGS_STATEMENT_TIMEOUT_MS = 5_000;
const OFF = 'off';
const FIXED_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  jit: OFF,
  enable_seqscan: OFF,
  enable_bitmapscan: OFF,
  enable_sort: OFF,
  enable_hashjoin: OFF,
  enable_mergejoin: OFF,
  enable_memoize: OFF,
};

/**
 * The pool for reading logs: statements are few, planned once, and shaped so that only one index fits each;
 * settings that would let the planner choose another are off. Statements have a timeout.
 */
export const logsPool = (): pg.Pool =>
  poolFor('logs', {
    max: env().DATABASE_LOGS_POOL_SIZE,
    idleTimeoutMillis: LOGS_IDLE_MS,
    statementTimeoutMs: LOGS_STATEMENT_TIMEOUT_MS,
    settings: FIXED_PLANS,
  });

/**
 * The pool for claiming queued runs and deliveries, with one statement each. The queues are empty now and
 * thousands long a moment later, so statistics of them are useless.
 */
export const queuePool = (): pg.Pool => poolFor('queue', { max: 2, settings: FIXED_PLANS });

export const SCRAPE_TIMEOUT_MS = 1_000;

/** The pool for `/metrics`: one connection that waits for no other, and times out soon. */
export const metricsPool = (): pg.Pool =>
  poolFor('metrics', {
    max: 1,
    min: 0,
    connectTimeoutMs: SCRAPE_TIMEOUT_MS,
    statementTimeoutMs: SCRAPE_TIMEOUT_MS,
  });

const PROBE_TIMEOUT_MS = 3_000;

/**
 * Returns true if the database responds on a newly opened connection: existing ones may be dead, or busy
 * with long statements. Concurrent callers share one result.
 */
export function answersAnew(): Promise<boolean> {
  probing ??= probe().finally(() => {
    probing = null;
  });
  return probing;
}

let probing: Promise<boolean> | null = null;

async function probe(): Promise<boolean> {
  const client = new FailoverClient({
    connectionString: env().DATABASE_URL,
    application_name: 'millrace probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  // A broken connection emits an error besides failing its statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    reportDatabaseFault('be asked whether it is there', error);
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** All pools by purpose. */
export const allPools = (): Record<string, pg.Pool> => ({
  main: pool(),
  relaxed: relaxedPool(),
  files: filesPool(),
  heartbeat: heartbeatPool(),
  counter: counterPool(),
  logs: logsPool(),
  queue: queuePool(),
  metrics: metricsPool(),
});

/** How long callers waited for a connection of each pool since the process began, by purpose. */
export const poolWaits = (): Array<{ pool: string; count: number; totalMs: number }> =>
  Object.entries(allPools()).map(([purpose, made]) => ({ pool: purpose, ...(made as MarkedPool).waits }));

/** Returns the Prisma client, for schema `public` outside the hot paths. */
export function prisma(): PrismaClient {
  return processSingleton(
    'prisma',
    () => new PrismaClient({ adapter: new PrismaPg(pool()), transactionOptions: TRANSACTION }),
  );
}

/** Closes every connection; the database must not be used afterwards. */
export async function closeDatabase(): Promise<void> {
  await prisma().$disconnect();
  await Promise.all(Object.values(allPools()).map((each) => (each.ended ? undefined : each.end())));
}
