/** Known keys and, by key in lowercase, the values they usually have. */
export interface Suggestions {
  keys: readonly string[];
  values: Readonly<Record<string, readonly string[]>>;
}

const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain; charset=utf-8',
  'application/xml',
  'text/csv',
  'application/octet-stream',
];

/** Request headers people set, the most used first. */
export const HEADER_SUGGESTIONS: Suggestions = {
  keys: [
    'Authorization',
    'Content-Type',
    'Accept',
    'X-API-Key',
    'User-Agent',
    'Idempotency-Key',
    'If-None-Match',
    'If-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'Accept-Language',
    'Accept-Encoding',
    'Accept-Charset',
    'Cache-Control',
    'Cookie',
    'Content-Language',
    'Content-Encoding',
    'Date',
    'Forwarded',
    'From',
    'Link',
    'Origin',
    'Pragma',
    'Prefer',
    'Range',
    'Referer',
    'Signature',
    'Traceparent',
    'Tracestate',
    'X-Correlation-Id',
    'X-CSRF-Token',
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
    'X-Request-Id',
    'X-Requested-With',
  ],
  values: {
    accept: ['application/json', '*/*', 'application/xml', 'text/html', 'text/csv', 'text/plain'],
    'accept-encoding': ['gzip', 'br', 'deflate', 'identity'],
    'accept-language': ['en', 'en-US,en;q=0.9', 'de', 'fr', 'es'],
    authorization: ['Bearer ', 'Basic ', 'Token ', 'ApiKey '],
    'cache-control': ['no-cache', 'no-store', 'max-age=0'],
    'content-encoding': ['gzip', 'br'],
    'content-type': TYPES,
    'if-none-match': ['*'],
    prefer: ['return=representation', 'return=minimal', 'respond-async'],
    'x-requested-with': ['XMLHttpRequest'],
  },
};

export const CONTENT_TYPE_SUGGESTIONS: readonly string[] = [
  'text/plain; charset=utf-8',
  'application/xml',
  'text/xml; charset=utf-8',
  'text/html',
  'text/csv',
  'application/json',
  'application/x-ndjson',
  'application/yaml',
  'application/javascript',
];

const MAX_SHOWN = 8;

/**
 * Returns completions of the typed text: those that start with it, then those with a word that does. None
 * once the text is a complete option.
 */
export function suggestFrom(options: readonly string[], typed: string): string[] {
  const text = typed.toLowerCase();
  if (/[<{]/.test(text) || options.some((option) => option.toLowerCase() === text)) return [];
  const starts = options.filter((option) => option.toLowerCase().startsWith(text));
  const words = ['-', '/', ' '].map((mark) => mark + text);
  const inside = options.filter(
    (option) => !starts.includes(option) && words.some((word) => option.toLowerCase().includes(word)),
  );
  return [...starts, ...inside].slice(0, MAX_SHOWN);
}

export function suggestKeys({ keys }: Suggestions, typed: string): string[] {
  return suggestFrom(keys, typed);
}

export function suggestValues({ values }: Suggestions, key: string, typed: string): string[] {
  return suggestFrom(values[key.trim().toLowerCase()] ?? [], typed);
}
