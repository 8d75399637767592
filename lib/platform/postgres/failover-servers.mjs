const DEFAULT_PORT = 5_432;

/**
 * Returns the servers of a database with several (`failover=one:5432,two:5432` in its URL, which the supervisor makes
 * of a DATABASE_URL with several hosts); none for a database with one.
 * It is plain JavaScript because the supervisor loads it unbuilt.
 * @param {string} url
 * @returns {Array<{host: string, port: number}>}
 */
export function serversOf(url) {
  const list = URL.canParse(url) ? new URL(url).searchParams.get('failover') : null;
  if (!list) return [];
  return list.split(',').map((entry) => {
    const colon = entry.lastIndexOf(':');
    const port = Number(entry.slice(colon + 1)) || DEFAULT_PORT;
    return { host: entry.slice(0, colon).replace(/^\[|\]$/g, ''), port };
  });
}
