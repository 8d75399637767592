/** A row's pair with its own spelling, `tag%5B%5D=a+b`, where it was imported with one. */
export type WrittenPair = readonly [key: string, value: string, written?: string | undefined];

// In a query a `#` ends it, and the client drops or re-spells controls and blanks.
const NOT_IN_QUERY = /[#\s\p{Cc}]/u;
// JavaScript's URLSearchParams, which many servers read forms with, drops it.
const NOT_FIRST_IN_FORM = '?';

/**
 * The pair as it was written, while that still says the same as key and value; null when there is none, or it
 * says something else: whatever it holds, a server that decodes it reads this one pair.
 */
export function writtenPair([key, value, written]: WrittenPair, place: 'query' | 'form'): string | null {
  if (written === undefined || written.includes('&')) return null;
  if (place === 'query' && NOT_IN_QUERY.test(written)) return null;
  if (place === 'form' && written.startsWith(NOT_FIRST_IN_FORM)) return null;
  const equals = written.indexOf('=');
  const name = equals === -1 ? written : written.slice(0, equals);
  const text = equals === -1 ? '' : written.slice(equals + 1);
  return decode(name) === key && decode(text) === value ? written : null;
}

/** Null when the percent signs are no UTF-8. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
