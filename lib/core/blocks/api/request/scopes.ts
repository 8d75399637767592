/**
 * Scopes as they are sent: by blanks (RFC 6749, 3.3) or by commas (Shopify, Strava, Zoho), as they were
 * written. Blanks beside a comma, and line breaks of a list that was pasted, belong to the writing.
 */
export function scopesToSend(written: string): string {
  if (!written.includes(',')) return written.trim().split(/\s+/).join(' ');
  const scopes = written.split(',').map((scope) => scope.trim());
  return scopes.filter((scope) => scope !== '').join(',');
}
