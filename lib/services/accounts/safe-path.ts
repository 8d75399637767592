import { readUrl } from '@/lib/platform/read-url';

const MAX_CHARS = 2_000;
/** Any host will do: it only shows whether a browser would leave it. */
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * Returns the path (with query and fragment) to go to after signing in or out: always on this site, `/` for
 * anything else. A link's target is parsed as a browser parses it, which drops tabs and line breaks, reads
 * `\` as `/` and `//host` as another site.
 *
 * @param baseUrl our own origin, whose absolute addresses are accepted too
 */
export function safePathOf(wanted: string | null, baseUrl: string = SOMEWHERE): string {
  if (wanted === null || wanted.length > MAX_CHARS || /[\p{Cc}\\]/u.test(wanted)) return '/';
  if (!wanted.startsWith('/') && !isAbsolute(wanted)) return '/';
  const url = readUrl(wanted, baseUrl);
  if (url === null) return '/';
  const { origin, username, password, pathname, search, hash } = url;
  if (origin !== new URL(baseUrl).origin || username !== '' || password !== '') return '/';
  return isDeceptive(pathname) ? '/' : pathname + search + hash;
}

const isAbsolute = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * True if the path would name another host, or hide control characters, after one or two more rounds of
 * decoding on the way.
 */
function isDeceptive(pathname: string): boolean {
  let decoded = pathname;
  for (let pass = 0; pass < 3; pass += 1) {
    if (decoded.startsWith('//') || /[\p{Cc}\\]/u.test(decoded)) return true;
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return true; // a stray percent sign, which no path of ours has
    }
  }
  return decoded.startsWith('//') || /[\p{Cc}\\]/u.test(decoded);
}
