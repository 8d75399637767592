import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { usesHttps } from '../services/access/session-cookie';

const ALWAYS: ReadonlyArray<[string, string]> = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
];

const ONE_YEAR_S = 365 * 24 * 60 * 60;

export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of ALWAYS) response.setHeader(name, value);
  if (usesHttps()) response.setHeader('strict-transport-security', `max-age=${ONE_YEAR_S}`);
}

/**
 * Sets the policy for pages: only scripts with this response's nonce run. Next reads the nonce from the
 * request's header.
 * @param framedBy origins whose pages may frame this one
 */
export function setContentSecurityPolicy(
  request: IncomingMessage,
  response: ServerResponse,
  dev: boolean,
  framedBy: readonly string[] = [],
): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'", // React Flow and Radix position elements with style attributes
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "base-uri 'self'",
    "form-action 'self'",
    // Documents that a page shows are made by it; the viewer of PDF is an object in the browser's frame.
    'frame-src blob:',
    'object-src blob:',
  ].join('; ');
  // This header can't list origins.
  if (framedBy.length > 0) response.removeHeader('x-frame-options');
  request.headers['content-security-policy'] = policy;
  response.setHeader('content-security-policy', policy);
}
