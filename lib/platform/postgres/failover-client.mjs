import pg from 'pg';
import { serversOf } from './failover-servers.mjs';

const PROBE_TIMEOUT_MS = 2_000;
const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
/** PostgreSQL's "cannot connect now": nothing was done, and the next try may find another server. */
const NOT_NOW = '57P03';

/**
 * The writable server of each database with several, as last seen by this process; absent while none is known.
 * @type {Map<string, Promise<{host: string, port: number}>>}
 */
const primaries = new Map();

/**
 * A client that connects to the writable one of several servers: `pg` itself knows a single host. With one server it
 * is an ordinary client. A failed connection makes the next one look for the writable server anew.
 */
export class FailoverClient extends pg.Client {
  #url;

  /** @param {string | pg.ClientConfig} [config] */
  constructor(config) {
    super(config);
    this.#url = (typeof config === 'string' ? config : config?.connectionString) ?? '';
  }

  /**
   * @param {any} [callback]
   * @returns {any}
   */
  connect(callback) {
    if (serversOf(this.#url).length === 0) return callback ? super.connect(callback) : super.connect();
    const connected = this.#connectToPrimary();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
  }

  async #connectToPrimary() {
    const url = this.#url;
    const finding = primaries.get(url) ?? remember(url);
    const forget = () => primaries.get(url) === finding && primaries.delete(url);
    // A broken connection emits an error besides failing its statement.
    const ignore = () => undefined;
    this.on('error', ignore);
    try {
      pointTo(this, await finding);
      await super.connect();
      // The server may have become a standby since it was found.
      const { rows } = await super.query(IS_READ_ONLY);
      if (rows[0].isReadOnly) throw notWritable();
      return this;
    } catch (error) {
      forget();
      super.end().catch(ignore); // it may never have been connected
      throw error;
    } finally {
      this.off('error', ignore);
    }
  }
}

/** Searches once for all that connect meanwhile; a failed search is not remembered. */
function remember(url) {
  const finding = findPrimary(url);
  primaries.set(url, finding);
  return finding;
}

/**
 * Returns the first server that answers and can be written; all are asked at once. Rejects with the failure of the
 * first server if none can be reached.
 * @param {string} url
 */
async function findPrimary(url) {
  try {
    return await Promise.any(serversOf(url).map((server) => requireWritable(url, server)));
  } catch (error) {
    const { errors } = /** @type {AggregateError} */ (error);
    throw errors.find(({ code }) => code !== NOT_NOW) ?? errors[0];
  }
}

async function requireWritable(url, server) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'millrace failover',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // its statement fails too
  pointTo(client, server);
  try {
    await client.connect();
    const { rows } = await client.query(IS_READ_ONLY);
    if (rows[0].isReadOnly) throw notWritable();
    return server;
  } finally {
    client.end().catch(() => undefined); // it may never have been connected
  }
}

function pointTo(client, { host, port }) {
  Object.assign(client, { host, port });
  Object.assign(client.connectionParameters, { host, port });
}

const notWritable = () =>
  Object.assign(new Error('No server of DATABASE_URL can be written at the moment.'), { code: NOT_NOW });
