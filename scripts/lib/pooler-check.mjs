import { randomUUID } from 'node:crypto';
import { OperatorError } from './operator-error.mjs';

const OTHERS = 3;
const ROUNDS = 3;
const TIMEOUT_MS = 3_000;

/**
 * Refuses a pooler that gives each transaction another session: LISTEN, prepared statements and settings
 * would be lost at random. A pooler with one session per connection is as good as PostgreSQL itself.
 * @param {string} url
 */
export async function requireSessions(url) {
  const { default: pg } = await import('pg');
  const options = { connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const clients = [];
  const connect = async () => {
    const client = new pg.Client(options);
    clients.push(client);
    client.on('error', () => {}); // its query fails too
    await client.connect();
    return client;
  };
  try {
    const first = await connect();
    const { rows } = await first.query('select pg_backend_pid() as pid');
    // A pooler invents the backend pid that it reports at the start.
    const { processID } = /** @type {{processID?: number}} */ (/** @type {unknown} */ (first));
    if (processID === rows[0].pid) return;
    const others = [];
    for (let count = 0; count < OTHERS; count += 1) others.push(await connect());
    for (let round = 0; round < ROUNDS; round += 1)
      if (!(await keepsItsSession(first, others))) throw sharedSessions(url);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** Checks the session of `client` while the others' transactions use all sessions of the pooler. */
async function keepsItsSession(client, others) {
  const token = randomUUID();
  await client.query(`select set_config('millrace.session', '${token}', false)`);
  try {
    for (const other of others) await other.query('begin');
    const { rows } = await client.query(`select current_setting('millrace.session', true) as token`);
    for (const other of others) await other.query('rollback');
    return rows[0].token === token;
  } catch {
    return false; // no session was left for it
  }
}

function sharedSessions(url) {
  const { hostname, port, pathname } = new URL(url);
  return new OperatorError(
    `The database at ${hostname}:${port || 5432}${pathname} is reached through a pooler that shares ` +
      'sessions between connections (PgBouncer: pool_mode = transaction or statement), ' +
      'and Millrace needs sessions of its own: set pool_mode = session for this database in the pooler, ' +
      'or let DATABASE_URL name PostgreSQL itself.',
  );
}
