/**
 * Returns the IANA zone that a browser named in its cookie (`public/theme.js` writes it), or undefined if
 * there is none or this server does not know it.
 */
export function knownZone(cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined;
  try {
    const timeZone = decodeURIComponent(cookie);
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined; // set by hand, or newer than this server's zones
  }
}
