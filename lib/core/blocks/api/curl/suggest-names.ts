const SECOND_LEVEL = new Set(['co', 'com', 'org', 'net', 'gov', 'edu', 'ac', 'gob', 'or', 'ne']);
const PLAIN_SEGMENT = /^[A-Za-z][A-Za-z0-9_-]{1,39}$/;
const NOT_A_NAME = /^(?:v\d+|api|rest|index|public|graphql-api)$/i;

/** Suggests a name for a block that calls this address: the last word of its path, else the service. */
export function nameFromUrl(url: string): string {
  const path =
    url
      .slice(0, 2_000)
      .replace(/^https?:\/\/[^/?#]*/i, '')
      .split(/[?#]/, 1)[0] ?? '';
  const segments = path.split('/').map((segment) => segment.replace(/\.(?:json|php|aspx?|xml|html?)$/i, ''));
  const word = segments.findLast((segment) => PLAIN_SEGMENT.test(segment) && !NOT_A_NAME.test(segment));
  return (word ?? serviceOf(url) ?? 'request').toLowerCase();
}

/** Returns `stripe` for `https://api.stripe.com/…`; null for addresses without a name. */
export function serviceOf(url: string): string | null {
  const host = /^https?:\/\/([^/?#:]{1,255})/i.exec(url)?.[1]?.toLowerCase() ?? '';
  if (!/^[a-z0-9.-]+\.[a-z]{2,}$/.test(host)) return null;
  const labels = host.split('.').slice(0, -1);
  if (labels.length > 1 && SECOND_LEVEL.has(labels.at(-1) ?? '')) labels.pop();
  return labels.at(-1)?.replace(/^\d+/, '') || null;
}

/** Returns `STRIPE_KEY` for the service `stripe` and the word `key`; it is a valid variable name. */
export function variableName(service: string | null, word: string): string {
  const name = `${service ?? ''}_${word}`
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
    .slice(0, 60);
  if (name === '' || /^\d/.test(name)) return `KEY_${name}`.replace(/_$/, '');
  return name.startsWith('MILLRACE_') ? `MY_${name}` : name;
}
