import { isUtf8 } from 'node:buffer';
import { unescape as percentDecode } from 'node:querystring';
import { readUrl } from '@/lib/platform/read-url';
import { explainBadUrl } from '../text/explain-bad-url';
import type { OutboundRequest, PartedBody } from './contract';
import { joinCookies } from './cookies';
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES } from './limits';
import { isRequestMethod, REQUEST_METHODS } from './methods';
import { OutboundFailure } from './outbound-failure';
import { isParted, sizeOfParts } from './parted-body';
import { checkHeaders } from './request-headers';

/** One request on the wire: the author's, or one that follows a redirect. */
export interface Hop {
  url: URL;
  method: string;
  /** The author's headers; gone once a redirect has left the author's origin. */
  headers: Array<[string, string]>;
  body: Buffer | PartedBody | null;
  /** Sent as `Idempotency-Key`; null if there is none. */
  idempotencyKey: string | null;
  /** The `Cookie` header from cookies of earlier redirects; null if none apply here. */
  cookies: string | null;
}

const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308]);
const SEE_OTHER_STATUS = new Set([301, 302, 303]);

/** Validates an author's request; throws an `OutboundFailure` of phase `request`. */
export function firstHop(request: OutboundRequest, idempotencyKey: string | undefined): Hop {
  const url = parseUrl(request.url);
  const method = request.method.toUpperCase();
  if (!isRequestMethod(method)) {
    const known = REQUEST_METHODS.join(', ');
    throw refuse(
      'METHOD_INVALID',
      `The method "${method.slice(0, 20)}" is not supported. Use one of ${known}.`,
    );
  }
  const headers = checkHeaders(request.headers);
  addUrlCredentials(url, headers);
  const body = readBody(request.body);
  const wantsKey = method === 'POST' || method === 'PATCH';
  const hasOwnKey = headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
  const key = wantsKey && !hasOwnKey && idempotencyKey ? idempotencyKey : null;
  if (key !== null) checkHeaders([['Idempotency-Key', key]]);
  return { url, method, headers, body, idempotencyKey: key, cookies: null };
}

/** Returns the next request, or null when the response is not to be followed. Throws `REDIRECT_REFUSED`. */
export function redirectedHop(
  hop: Hop,
  status: number,
  locations: string | string[] | undefined,
): Hop | null {
  const [location = ''] = [locations ?? []].flat();
  if (!REDIRECT_STATUS.has(status) || location === '') return null;
  const url = readUrl(readLocation(location), hop.url);
  if (url === null) throw refuseRedirect(hop, 'to something that is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuseRedirect(hop, `to a ${url.protocol} address`);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw refuseRedirect(hop, 'from https to http, which would expose the request');
  }
  url.username = '';
  url.password = '';

  const becomesGet = SEE_OTHER_STATUS.has(status) && hop.method !== 'GET' && hop.method !== 'HEAD';
  const method = becomesGet ? 'GET' : hop.method;
  const bare = { url, method, body: null, idempotencyKey: null, cookies: null };
  if (url.origin !== hop.url.origin) return { ...bare, headers: [] };
  if (!becomesGet) return { ...hop, url, cookies: null };
  const headers = hop.headers.filter(([name]) => !/^(content-|idempotency-key$)/i.test(name));
  return { ...bare, headers };
}

/** Decodes a header, which arrives as Latin-1. Many servers send UTF-8; other bytes stay, as in browsers. */
function readLocation(location: string): string {
  if (!/[\x80-\xff]/.test(location)) return location;
  const bytes = Buffer.from(location, 'latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return location.replace(/[\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns a flat name/value list for undici, with defaults where the author set none. */
export function wireHeaders(hop: Hop, defaults: ReadonlyArray<readonly [string, string]>): string[] {
  const flat: string[] = [];
  const present = new Set<string>();
  for (const [name, value] of hop.headers) {
    const lower = name.toLowerCase();
    const isJoined = lower === 'cookie' && hop.cookies !== null && !present.has(lower);
    flat.push(name, isJoined ? joinCookies(value, hop.cookies ?? '') : value);
    present.add(lower);
  }
  if (hop.cookies !== null && !present.has('cookie')) flat.push('cookie', hop.cookies);
  for (const [name, value] of defaults) if (!present.has(name)) flat.push(name, value);
  if (hop.idempotencyKey !== null) flat.push('idempotency-key', hop.idempotencyKey);
  return flat;
}

function parseUrl(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw refuse('URL_INVALID', 'The URL is empty. Enter the URL to call.');
  const problem = explainBadUrl(trimmed);
  const url = readUrl(trimmed);
  if (problem !== null || url === null)
    throw refuse(
      'URL_INVALID',
      problem ?? 'The URL is not valid. It must look like https://api.example.com/path.',
    );
  return url;
}

/**
 * Turns `https://user:pass@host/` into Basic authentication, as curl does, and removes it from the URL so
 * that no log shows it.
 */
function addUrlCredentials(url: URL, headers: Array<[string, string]>): void {
  if (url.username === '' && url.password === '') return;
  const credentials = `${percentDecode(url.username)}:${percentDecode(url.password)}`;
  url.username = '';
  url.password = '';
  if (headers.some(([name]) => name.toLowerCase() === 'authorization')) return;
  headers.push(['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]);
}

function readBody(body: OutboundRequest['body']): Hop['body'] {
  if (body === null) return null;
  if (isParted(body)) return checkedParts(body);
  if (body.length === 0) return null;
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length <= MAX_REQUEST_BYTES) return bytes;
  throw tooLarge(bytes.length, 'at most 10 MB can be sent.');
}

function checkedParts(body: PartedBody): PartedBody {
  const { fileBytes, otherBytes } = sizeOfParts(body);
  if (fileBytes > MAX_FILE_BYTES) throw tooLarge(fileBytes, 'at most 100 MB of files can be sent.');
  if (otherBytes > MAX_REQUEST_BYTES) throw tooLarge(otherBytes, 'beside its files it may have 10 MB.');
  return body;
}

function tooLarge(bytes: number, limit: string): OutboundFailure {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return refuse('REQUEST_TOO_LARGE', `The request body has ${megabytes} MB; ${limit}`);
}

function refuse(
  code: 'URL_INVALID' | 'METHOD_INVALID' | 'REQUEST_TOO_LARGE',
  message: string,
): OutboundFailure {
  return new OutboundFailure(code, message, 'request');
}

function refuseRedirect(hop: Hop, fact: string): OutboundFailure {
  const message = `${hop.url.host} redirects ${fact}. Enter the final URL.`;
  return new OutboundFailure('REDIRECT_REFUSED', message, 'redirect');
}
