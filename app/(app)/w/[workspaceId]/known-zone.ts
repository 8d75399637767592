/**
 * The IANA zone that a browser named in its cookie (`public/theme.js` writes it); undefined for none or one
 * unknown here.
 */
export function knownZone(cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined;
  try {
    const timeZone = decodeURIComponent(cookie);
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined; // written by hand, or newer than this server's zones
  }
}
