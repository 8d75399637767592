const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const MAX_CHARACTERS = 2_000;

/**
 * The address of a link that a model wrote, as the browser would read it; null for anything but a whole
 * `http:`, `https:` or `mailto:` address. Paths without a host would lead into this product.
 */
export function safeUrl(written: string | undefined): string | null {
  if (written === undefined || written.length > MAX_CHARACTERS || !URL.canParse(written)) return null;
  const url = new URL(written);
  return SAFE_PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
