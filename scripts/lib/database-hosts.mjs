import { OperatorError } from './operator-error.mjs';

const MOST_HOSTS = 8;
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
const ENTRY = /^(\[[^\]]*\]|[^:,]+)(?::(\d{1,5}))?$/;
/** The values of libpq's setting that can be met: Millrace always looks for a server that can be written. */
const WRITABLE = ['read-write', 'primary', 'any'];

/**
 * Takes a DATABASE_URL with several hosts apart, as PostgreSQL's own clients spell it:
 * `postgresql://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. Returns a URL for each host,
 * each of which names all hosts in `failover`; for one host, the URL as it is.
 * @param {string} given
 * @returns {string[]}
 */
export function splitHosts(given) {
  const [, start = '', authority = '', rest = ''] = PARTS.exec(given) ?? [];
  if (!authority.includes(',')) return [given];
  const entries = authority.split(',');
  if (entries.length > MOST_HOSTS)
    throw new OperatorError(`DATABASE_URL names ${entries.length} hosts: give ${MOST_HOSTS} at most.`);
  const hosts = entries.map((entry) => {
    const [, host, port = '5432'] = ENTRY.exec(entry) ?? [];
    if (host) return `${host}:${port}`;
    throw new OperatorError(
      'DATABASE_URL has a comma between hosts and something else than host:port beside it: ' +
        'write postgresql://user:password@one:5432,two:5432/name.',
    );
  });
  return hosts.map((host) => {
    const address = new URL(`${start}${host}${rest}`);
    const wanted = address.searchParams.get('target_session_attrs') ?? 'any';
    if (!WRITABLE.includes(wanted))
      throw new OperatorError(
        `DATABASE_URL has target_session_attrs=${wanted}, and Millrace writes: use read-write.`,
      );
    address.searchParams.delete('target_session_attrs');
    address.searchParams.set('failover', hosts.join(','));
    return address.href;
  });
}
