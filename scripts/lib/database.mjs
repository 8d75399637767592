import path from 'node:path';
import { serversOf } from '../../lib/platform/postgres/failover-servers.mjs';
import { splitHosts } from './database-hosts.mjs';
import { settleSslMode } from './database-url.mjs';
import { applyMigrations, readMissing } from './migrate.mjs';
import { OperatorError } from './operator-error.mjs';
import { requireSessions } from './pooler-check.mjs';
import { endStoppingServer, joinEmbeddedPostgres } from './postgres/embedded-postgres.mjs';
import { isAlive } from './process-identity.mjs';
import { say } from './progress.mjs';
import { setting } from './project.mjs';

const CONNECT_TIMEOUT_MS = 5_000;
const OLDEST_POSTGRES = 15;
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
];
const NOT_TRUSTED =
  'its certificate is not trusted: name its CA with sslrootcert=/path/of/the/ca.pem, ' +
  'or use sslmode=require to encrypt without proof';
const EMBEDDED_CHECK_MS = 1_000;

/**
 * Finds the database: the one of DATABASE_URL, else the embedded one of the data folder, which ends with
 * `lifetime`. Refuses one that is unreachable or too old. Resolves to `{url, adminUrl, lost, restart}`: see
 * `joinEmbedded`, which receives `options`.
 */
export async function openDatabase(lifetime, dataFolder, options = {}) {
  const given = setting('DATABASE_URL');
  if (!given) {
    const embedded = await joinEmbedded(lifetime, dataFolder, options);
    await withClient(embedded.url, async () => {});
    return embedded;
  }
  const url = await settleGivenUrl(given);
  return { url, adminUrl: url, lost: new Promise(() => {}) };
}

/**
 * Returns the address that the product uses for this DATABASE_URL; of several hosts, the one that can be written.
 * Refuses a database that can't be reached, is too old or is behind a pooler that shares sessions.
 * @param {string} given
 * @returns {Promise<string>}
 */
export async function settleGivenUrl(given) {
  const failures = [];
  for (const each of splitHosts(given)) {
    requirePostgresUrl(each);
    try {
      const url = await settleSslMode(each, connectOnce);
      const isStandby = await withClient(url, readIsStandby);
      // A single standby is refused with the other checks.
      if (isStandby && serversOf(url).length > 0) throw cannotUse(url, 'it is a standby, which only reads');
      await requireSessions(url);
      return url;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failures.push(error.message);
    }
  }
  throw new OperatorError(failures.join('\n'));
}

async function readIsStandby(client) {
  const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
  return rows[0].isStandby;
}

/**
 * Refuses a command on a database of another version, which it leaves as it is; an empty database gets this
 * version.
 * @param {string} url
 * @throws OperatorError with the way out
 */
export async function requireThisVersion(url) {
  const { missing, isEmpty } = await withClient(url, readMissing);
  if (isEmpty) return migrateDatabase(url);
  if (missing.length === 0) return;
  throw new OperatorError(
    `The database belongs to an older Millrace (it lacks ${missing.length} of the migrations, from ${missing[0]} on): ` +
      'bring it up to date with "npm run migrate" or a start of this version, or run the command with the older one.',
  );
}

/** Applies the migrations that the database lacks. */
export async function migrateDatabase(url) {
  const applied = await withClient(url, applyMigrations);
  if (applied.length > 0) say(`· Database brought up to date (migrations applied: ${applied.length})`);
}

/**
 * Joins the embedded server for the duration of `lifetime`: `{url, adminUrl, lost, restart}`. `lost`
 * resolves if the server dies; `restart()` then starts it again, at the same address if that is free, and
 * resolves to such an object.
 */
export async function joinEmbedded(lifetime, dataFolder, options = {}) {
  const folder = path.join(dataFolder, 'postgres');
  const { whileEnding = false, ...settings } = options;
  const server = await lifetime.acquire(
    () => joinEmbeddedPostgres({ folder, ...settings }),
    ({ leave }) => leave(),
    { whileEnding },
  );
  // Also while the command ends: what runs needs the database until it has ended.
  const restart = () =>
    joinEmbedded(lifetime, dataFolder, { ...settings, port: server.port, whileEnding: true });
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    lost: whenGone(lifetime, folder, server.pid),
    restart,
  };
}

/** Resolves when the server has ended; one that is stopping is made to end soon. */
function whenGone(lifetime, folder, pid) {
  /** @type {Promise<void>} */
  const gone = new Promise((resolve) => {
    const timer = setInterval(() => {
      endStoppingServer(folder, pid);
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, EMBEDDED_CHECK_MS);
    lifetime.onEnd(() => clearInterval(timer));
  });
  return gone;
}

/**
 * Runs `work` with a connection to a database after checking that it is suitable.
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(url, work) {
  requirePostgresUrl(url);
  const { default: pg } = await import('pg');
  let client;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    await client.connect();
  } catch (error) {
    throw explainUnreachable(url, error);
  }
  try {
    await requireSupportedVersion(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connectOnce(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  await client.end();
}

function requirePostgresUrl(url) {
  const scheme = URL.canParse(url) ? new URL(url).protocol : '';
  if (scheme === 'postgresql:' || scheme === 'postgres:') return;
  throw new OperatorError(
    'DATABASE_URL is not a PostgreSQL address: write it as postgresql://user:password@host:5432/name.',
  );
}

async function requireSupportedVersion(client) {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
  const { major } = rows[0];
  if (major >= OLDEST_POSTGRES) return;
  throw new OperatorError(
    `The database is PostgreSQL ${major} and Millrace needs ${OLDEST_POSTGRES} or newer: upgrade it, ` +
      'or leave DATABASE_URL empty to use the one that comes with Millrace.',
  );
}

/** Explains the failure with host and database, never with the password. */
function explainUnreachable(url, error) {
  const { username } = new URL(url);
  const reasons = {
    '28P01': `it refuses the password of ${username}: correct DATABASE_URL`,
    28000: `it refuses the user ${username}: correct DATABASE_URL or its pg_hba.conf`,
    '3D000': 'it has no database of that name: create it, or correct DATABASE_URL',
    53300: 'it has no connection left: raise max_connections or stop another program',
    '57P03': 'it is still starting: try again in a moment',
    ENOTFOUND: 'no such host is known: correct DATABASE_URL',
    ECONNREFUSED: 'nothing answers there: start it, or correct DATABASE_URL',
    ENOENT:
      `a file that DATABASE_URL names can't be read (${error.path}): correct sslrootcert, ` +
      'sslcert or sslkey',
    ERR_TLS_CERT_ALTNAME_INVALID:
      'its certificate is for another host: correct the host in DATABASE_URL, or use sslmode=verify-ca',
    ...Object.fromEntries(UNTRUSTED.map((code) => [code, NOT_TRUSTED])),
  };
  const reason = reasons[error.code] ?? `${error.message || error.code}: start it, or correct DATABASE_URL`;
  return cannotUse(url, reason);
}

/**
 * Returns the refusal of a database with its host and name, never with the password.
 * @param {string} url
 * @param {string} reason
 */
export function cannotUse(url, reason) {
  const { hostname, port, pathname } = new URL(url);
  return new OperatorError(
    `The database at ${hostname}:${port || 5432}${pathname} can't be used, because ${reason}.`,
  );
}
