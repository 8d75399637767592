import { readUrl } from '@/lib/platform/read-url';

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const MAX_CHARACTERS = 2_000;

/**
 * Returns the URL of a link in a model's text, normalized by the browser's rules; null unless it is an
 * absolute `http:`, `https:` or `mailto:` URL. Paths without a host would lead into this product.
 */
export function safeUrl(written: string | undefined): string | null {
  const url = written === undefined || written.length > MAX_CHARACTERS ? null : readUrl(written);
  if (url === null) return null;
  return SAFE_PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
