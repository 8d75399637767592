/** Adds rows behind the URL's own query and before its fragment: order and duplicates kept, spaces as `%20`. */
export function appendQuery(url: string, rows: ReadonlyArray<readonly [key: string, value: string]>): string {
  const query = rows
    .filter(([key]) => key !== '')
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&');
  if (query === '') return url;
  const hash = url.indexOf('#');
  const [base, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  return base + separatorFor(base) + query + fragment;
}

function separatorFor(base: string): string {
  if (!base.includes('?')) return '?';
  return base.endsWith('?') || base.endsWith('&') ? '' : '&';
}

/** Half of a surrogate pair can't be encoded and becomes U+FFFD, as in every form. */
function encode(text: string): string {
  return encodeURIComponent(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
  );
}

/** Keys of a URL's own query, decoded. */
export function queryKeys(url: string): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query).keys()];
}
