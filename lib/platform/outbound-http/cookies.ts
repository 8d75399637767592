import { isIP } from 'node:net';

/** A cookie that a server set during one request, stored as in RFC 6265. */
export interface Cookie {
  name: string;
  value: string;
  domain: string;
  /** If true, only `domain` itself gets it, none of its subdomains. */
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
}

/** The minimum number that browsers keep for one site. */
const MAX_COOKIES = 50;
const MAX_COOKIE_CHARACTERS = 4_096;

/**
 * Returns the cookies after a response of `url` with these `Set-Cookie` lines; the same list when there are
 * none. Lines that a browser would ignore are left out.
 */
export function takeCookies(
  known: readonly Cookie[],
  url: URL,
  lines: readonly string[],
  nowMs: number,
): readonly Cookie[] {
  let cookies = known;
  for (const line of lines) {
    const read = readCookie(line, url, nowMs);
    if (read === null) continue;
    const { cookie, isOver } = read;
    const others = cookies.filter((other) => !isSameCookie(other, cookie));
    cookies = isOver ? others : [...others, cookie].slice(-MAX_COOKIES);
  }
  return cookies;
}

/** Returns the cookies for a request to `url` (`a=1; b=2`); null if there are none. */
export function cookiesFor(cookies: readonly Cookie[], url: URL): string | null {
  const matching = cookies.filter(
    ({ domain, isHostOnly, path, isSecure }) =>
      (url.hostname === domain || (!isHostOnly && isSubdomain(url.hostname, domain))) &&
      isBelow(url.pathname, path) &&
      (!isSecure || url.protocol === 'https:'),
  );
  if (matching.length === 0) return null;
  // The longest path first; of equal ones the older cookie.
  return matching
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/** Returns values by name; of several with one name the last that was set. */
export function cookieValues(cookies: readonly Cookie[]): Record<string, string> {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** Returns a `Cookie` header's pairs, followed by those of `set`, which replace pairs with the same name. */
export function joinCookies(own: string, set: string): string {
  const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim();
  const setNames = new Set(set.split('; ').map(nameOf));
  const kept = own.split(';').filter((pair) => pair.trim() !== '' && !setNames.has(nameOf(pair)));
  return [...kept.map((pair) => pair.trim()), set].join('; ');
}

/** `isOver`: the server deletes the cookie. Returns null for an invalid or forbidden cookie. */
function readCookie(line: string, url: URL, nowMs: number): { cookie: Cookie; isOver: boolean } | null {
  const [pair = '', ...parts] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (name === '' || pair.length > MAX_COOKIE_CHARACTERS) return null;
  const attributes = readAttributes(parts);
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const isHostOnly = domain === '' || isIP(bareHost(url)) !== 0;
  if (domain !== '' && domain !== url.hostname && !maySetFor(domain, url.hostname)) return null;
  const path = attributes.get('path') ?? '';
  const cookie = {
    name,
    value: pair.slice(equals + 1).trim(),
    domain: isHostOnly ? url.hostname : domain,
    isHostOnly,
    path: path.startsWith('/') ? path : folderOf(url.pathname),
    isSecure: attributes.has('secure'),
  };
  if (name.startsWith('__Secure-') && !isFromSecure(cookie, url)) return null;
  const isOfHost = isHostOnly && cookie.path === '/' && isFromSecure(cookie, url);
  if (name.startsWith('__Host-') && !isOfHost) return null;
  return { cookie, isOver: isOver(attributes, nowMs) };
}

const isFromSecure = ({ isSecure }: Cookie, { protocol }: URL) => isSecure && protocol === 'https:';

/** Returns attributes by lowercase name; of a repeated one the last counts. */
function readAttributes(parts: readonly string[]): Map<string, string> {
  return new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}

function isOver(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse((attributes.get('expires') ?? '').replaceAll('-', ' '));
  return !Number.isNaN(expires) && expires <= nowMs;
}

/** Allows a host's own parent domains, but never a top-level domain alone, which is shared by all sites. */
const maySetFor = (domain: string, host: string): boolean =>
  domain.includes('.') && isIP(host) === 0 && isSubdomain(host, domain);

const isSubdomain = (host: string, domain: string): boolean => host.endsWith(`.${domain}`);

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function isBelow(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith('/') || path[folder.length] === '/';
}

/** Returns the default path of RFC 6265, 5.1.4. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

const isSameCookie = (a: Cookie, b: Cookie): boolean =>
  a.name === b.name && a.domain === b.domain && a.path === b.path && a.isHostOnly === b.isHostOnly;
