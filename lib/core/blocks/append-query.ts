import { type WrittenPair, writtenPair } from './written-pair';

/** Adds rows after the URL's query and before its fragment; keeps order and duplicates, spaces are `%20`. */
export function appendQuery(url: string, rows: readonly WrittenPair[]): string {
  const query = rows
    .filter(([key]) => key !== '')
    .map((pair) => writtenPair(pair, 'query') ?? usualPair(pair))
    .join('&');
  if (query === '') return url;
  const hash = url.indexOf('#');
  const [base, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  return base + separatorFor(base) + query + fragment;
}

/** Spells a row that has no spelling of its own. */
export function usualPair([key, value]: WrittenPair): string {
  return `${encode(key)}=${encode(value)}`;
}

function separatorFor(base: string): string {
  if (!base.includes('?')) return '?';
  return base.endsWith('?') || base.endsWith('&') ? '' : '&';
}

/** Percent-encodes a text; half of a surrogate pair becomes U+FFFD, as in every form. */
function encode(text: string): string {
  return encodeURIComponent(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
  );
}

/** Returns the keys of a URL's own query, decoded. */
export function queryKeys(url: string): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query).keys()];
}
