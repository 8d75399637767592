/**
 * Headers that a Response block may send. Its responses come from Millrace's own origin and through the
 * operator's proxy, so a header may describe the response itself, but must never act on the origin, on
 * the browser of a signed-in person, or on a proxy (docs/decisions/webhook-trigger.md).
 */
const ALLOWED = new Set([
  // These describe the body.
  'content-type',
  'content-disposition',
  'content-language',
  'content-location',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
  // These control caching.
  'cache-control',
  'expires',
  'pragma',
  'age',
  'etag',
  'last-modified',
  'vary',
  // These tell the client where and when to continue.
  'location',
  'link',
  'allow',
  'retry-after',
  'deprecation',
  'sunset',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  // These let pages of other sites read the response, without credentials, which are Millrace's.
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
]);

/** Headers of the author's own. */
const OWN = /^x-[a-z0-9_.-]+$/;

/**
 * Exceptions from `OWN`: headers that a proxy obeys (`X-Accel-Redirect` gives away any file), that a
 * browser obeys, or that tell a request's origin or id, which only Millrace and the proxy may set.
 */
const OBEYED = new Set([
  'x-sendfile',
  'x-lighttpd-send-file',
  'x-lighttpd-send-tempfile',
  'x-sendfile2',
  'x-send-file',
  'x-reproxy-url',
  'x-reproxy-file',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'x-frame-options',
  'x-content-type-options',
  'x-xss-protection',
  'x-dns-prefetch-control',
  'x-permitted-cross-domain-policies',
  'x-ua-compatible',
  'x-webkit-csp',
  'x-content-security-policy',
  'x-real-ip',
  'x-client-ip',
  'x-request-id',
  'x-execution-id',
]);
const OBEYED_FAMILIES = [
  'x-accel-',
  'x-litespeed-',
  'x-envoy-',
  'x-forwarded-',
  'x-middleware-',
  'x-nextjs-',
];

/** True if a header is sent; in any spelling. */
export function isSentHeader(name: string): boolean {
  const lower = name.trim().toLowerCase();
  if (ALLOWED.has(lower)) return true;
  return OWN.test(lower) && !OBEYED.has(lower) && !OBEYED_FAMILIES.some((family) => lower.startsWith(family));
}

/** Returns the warning for the author about a header that is not sent. */
export const notSentWords = (name: string): string =>
  `The header ${name.trim().slice(0, 80)} is not sent: answers come from this server’s own address, where ` +
  'it could act for the server itself. Use a header that describes the answer, or one of your own that ' +
  'begins with X-.';
