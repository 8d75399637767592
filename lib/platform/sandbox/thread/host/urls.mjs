// @ts-check
const SETTABLE = new Set([
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
]);

/** @type {Record<string, (state: unknown, ...given: any[]) => unknown>} */
export const URLS = {
  parseUrl: (_state, text, base) => membersOf(new URL(text, base)),
  setOfUrl: (_state, href, name, value) => {
    if (!SETTABLE.has(name)) throw new TypeError(`There is no ${name} of a URL.`);
    const url = /** @type {any} */ (new URL(href));
    url[name] = value;
    return membersOf(url);
  },
  parseQuery: (_state, text) => [...new URLSearchParams(text)],
  writeQuery: (_state, pairs) => new URLSearchParams(pairs).toString(),
};

/** @param {URL} url */
function membersOf({
  href,
  origin,
  protocol,
  username,
  password,
  host,
  hostname,
  port,
  pathname,
  search,
  hash,
}) {
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
}
