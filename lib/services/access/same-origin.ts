import { readUrl } from '@/lib/platform/read-url';
import { env } from '../../platform/env';

/** True if one of our own pages sent this, by the browser's `Sec-Fetch-Site`, else by its `Origin`. */
export function isSameOrigin(header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  return origin !== undefined && isOwnOrigin(origin, header);
}

/** True if an `Origin` is that of our own pages. */
export function isOwnOrigin(origin: string, header: (name: string) => string | undefined): boolean {
  const url = readUrl(origin);
  if (url === null) return false;
  // Behind a proxy that ends TLS the scheme is not known here; the host is.
  return origin === new URL(env().NEXTAUTH_URL).origin || url.host === header('host');
}
