import net from 'node:net';

/** @param {string} host */
const isThisMachine = (host) =>
  host === '' || host === 'localhost' || host.startsWith('/') || isLoopback(host);

/** @param {string} host */
const isLoopback = (host) => host === '::1' || (net.isIPv4(host) && host.startsWith('127.'));

/**
 * Warns of a connection in plain text to another machine, unless sslmode=disable asks for it.
 * @type {import('./finding.mjs').Check}
 */
export function checkTls({ client, url }) {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '');
  // Only the client knows: with a pooler between, the server reports the pooler's connection.
  const { connection } = /** @type {{connection?: {stream?: {encrypted?: boolean}}}} */ (
    /** @type {unknown} */ (client)
  );
  if (connection?.stream?.encrypted || searchParams.get('sslmode') === 'disable') return null;
  if (isThisMachine(decodeURIComponent(host))) return null;
  return {
    warning:
      'the connection is not encrypted, so the network between can read it: add sslmode=verify-full to DATABASE_URL, ' +
      'or sslmode=disable if the network is yours alone',
  };
}
