const MAX_CHARS = 2_000;
/** Any host will do: it only shows whether a browser would leave it. */
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * The path (with query and fragment) to go on to after signing in or out: always one of this site, `/` for
 * anything else. What a link asks for is read as a browser reads it, which drops tabs and line breaks, takes
 * `\` for `/` and `//host` for another site.
 *
 * @param baseUrl our own origin, of which absolute addresses are taken too
 */
export function safePathOf(wanted: string | null, baseUrl: string = SOMEWHERE): string {
  if (wanted === null || wanted.length > MAX_CHARS || /[\p{Cc}\\]/u.test(wanted)) return '/';
  if (!wanted.startsWith('/') && !isAbsolute(wanted)) return '/';
  if (!URL.canParse(wanted, baseUrl)) return '/';
  const { origin, username, password, pathname, search, hash } = new URL(wanted, baseUrl);
  if (origin !== new URL(baseUrl).origin || username !== '' || password !== '') return '/';
  return isDeceptive(pathname) ? '/' : pathname + search + hash;
}

const isAbsolute = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * Whether the path would name another host, or hide control characters, if something on the way decoded it
 * once or twice more.
 */
function isDeceptive(pathname: string): boolean {
  let decoded = pathname;
  for (let pass = 0; pass < 3; pass += 1) {
    if (decoded.startsWith('//') || /[\p{Cc}\\]/u.test(decoded)) return true;
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return true; // a stray percent sign: no path of ours has one
    }
  }
  return decoded.startsWith('//') || /[\p{Cc}\\]/u.test(decoded);
}
