/** A row's pair, with its original spelling (`tag%5B%5D=a+b`) if it was imported with one. */
export type WrittenPair = readonly [key: string, value: string, written?: string | undefined];

// A `#` would end a query, and the client drops or re-encodes control characters and blanks.
const NOT_IN_QUERY = /[#\s\p{Cc}]/u;
// JavaScript's URLSearchParams, which many servers use to read forms, drops it.
const NOT_FIRST_IN_FORM = '?';

/**
 * Returns the original spelling while it still means the same key and value; null if there is none, or
 * it means something else. Whatever it holds, a server that decodes it reads this one pair.
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

/** Percent-decodes a text; null if its percent codes are no UTF-8. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
