/**
 * Returns a text as a URL, resolved against `base` if that is given; null if it is none. Use this, not
 * `URL.canParse`: that of Node 20 denies every URL with a letter such as ü once it has been called some
 * thousand times.
 */
export function readUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
