/**
 * Returns scopes in the form to send, separated as they were written: by blanks (RFC 6749, 3.3) or by
 * commas (Shopify, Strava, Zoho). Blanks beside a comma, and line breaks of a pasted list, are removed.
 */
export function scopesToSend(written: string): string {
  if (!written.includes(',')) return written.trim().split(/\s+/).join(' ');
  const scopes = written.split(',').map((scope) => scope.trim());
  return scopes.filter((scope) => scope !== '').join(',');
}
