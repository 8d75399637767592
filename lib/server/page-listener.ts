import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBucket } from '../platform/addresses/client-address';
import { AppError } from '../platform/errors';
import { bodyOfRequest } from '../platform/http/body/body-of-request';
import { addressPayer } from '../platform/http/body/payers';
import { countPairs } from '../platform/http/forms/urlencoded';
import { requestIdsOf } from '../platform/http/request-ids';
import { metrics } from '../platform/metrics/metrics';
import { actorOfCookies } from '../services/access/authenticate';
import { createTokenBuckets } from '../services/access/token-buckets';
import { addressOf } from './address-of';
import { AUTH_PREFIX, assertAuthRoute } from './auth-routes';
import { createPlaces, type Places } from './places';
import { refuse } from './refuse';
import { withBody } from './request-body';
import { MAX_USER_AGENT_LENGTH, requireSmallPageRequest } from './request-limits';

/** Enough for credentials and a return address, the largest body sent to next-auth. */
export const MAX_AUTH_BODY_BYTES = 16 * 1024;
export const MAX_AUTH_PAIRS = 100;
const BODY_TIMEOUT_MS = 10_000;
/** The limit for an address that is not signed in. Signing in takes three calls. */
const AUTH_CALLS = { burst: 240, perMinute: 240 };
/** A page that the client stops reading for this long is aborted. */
const UNREAD_MS = 20_000;
const PAGES = { most: 2, mostWaiting: 500, maxHoldMs: 500 };
/** Places for next-auth, separate so that a flood of sign-ins doesn't keep pages waiting. */
const AUTH = { most: 2, mostWaiting: 200, maxHoldMs: 500 };
const STATIC_PREFIX = '/_next/static/';
const HOP_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Creates the handler for all requests to Next: these have a known method and path, and a small body or
 * none.
 */
export function createPageListener(handle: Handle): Handle {
  const calls = createTokenBuckets(AUTH_CALLS);
  const pages = createPlaces(PAGES);
  const authCalls = createPlaces(AUTH);

  return async (request, response) => {
    const startedAt = performance.now();
    response.setHeader('x-request-id', requestIdsOf((name) => [request.headers[name]].flat()[0]).requestId);
    try {
      setForwardedHeaders(request);
      shortenUserAgent(request);
      const whole = await vet(request, response);
      await placesFor(request.url ?? '/')?.take(response);
      request.socket.setTimeout(UNREAD_MS);
      await handle(whole, response);
      countPage(request, response, startedAt);
    } catch (error) {
      await refuse(request, response, error);
    }
  };

  /** Returns the places for a URL. Files of the build are read from disk, and need none. */
  function placesFor(url: string): Places | null {
    if (url.startsWith(AUTH_PREFIX)) return authCalls;
    return isPage(url) ? pages : null;
  }

  async function vet(request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
    const url = request.url ?? '/';
    const method = request.method ?? 'GET';
    requireSmallPageRequest(request);
    if (request.headers.upgrade?.toLowerCase() === 'websocket')
      throw new AppError('invalid_request', 'WebSockets are not supported.', {
        headers: { connection: 'close' },
      });
    if (!url.startsWith(AUTH_PREFIX)) {
      assertReads(method);
      return readWhole(request, response, 0);
    }
    assertAuthRoute(method, url);
    await countCall(request);
    return readWhole(request, response, method === 'POST' ? MAX_AUTH_BODY_BYTES : 0);
  }

  async function countCall(request: IncomingMessage): Promise<void> {
    if (calls.take(addressBucket(addressOf(request)))) return;
    if ((await actorOfCookies(request.headers.cookie)) !== null) return;
    throw new AppError('rate_limited', 'Too many attempts. Wait a minute, then try again.', {
      headers: { 'retry-after': '60' },
    });
  }
}

/** Returns true for a rendered page: files of the build come from disk, and next-auth has its own places. */
const isPage = (url: string): boolean => !url.startsWith(STATIC_PREFIX) && !url.startsWith(AUTH_PREFIX);

function countPage(
  request: IncomingMessage,
  { statusCode: status }: ServerResponse,
  startedAt: number,
): void {
  const seconds = (performance.now() - startedAt) / 1000;
  metrics().requestAnswered({
    method: request.method ?? 'GET',
    route: isPage(request.url ?? '/') ? 'page' : 'static or sign-in',
    status,
    seconds,
  });
}

/** Next and next-auth identify the client by these headers; the client's own values must not count. */
export function setForwardedHeaders(request: IncomingMessage): void {
  for (const name of HOP_HEADERS) delete request.headers[name];
  request.headers['x-forwarded-for'] = addressOf(request);
}

/**
 * Next searches this header for names of crawlers with an expression whose time grows with the square of its
 * length: 16 KB of letters held the event loop for a second. Those of browsers have 300 characters at most.
 */
function shortenUserAgent({ headers }: IncomingMessage): void {
  if (headers['user-agent'] !== undefined)
    headers['user-agent'] = headers['user-agent'].slice(0, MAX_USER_AGENT_LENGTH);
}

function assertReads(method: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new AppError('method_not_allowed', `${method} is not allowed here. Use GET or HEAD.`, {
    headers: { allow: 'GET, HEAD' },
  });
}

/** @throws AppError as `IncomingBody.read`; payload_too_large also for too many fields */
async function readWhole(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<IncomingMessage> {
  const body = bodyOfRequest(request);
  if (body.source.length === 0) return request;
  response.once('close', () => body.release());
  const timer = setTimeout(() => body.tooSlow(), BODY_TIMEOUT_MS);
  try {
    const read = await body.read(maxBytes, [addressPayer(addressOf(request))]);
    if (countPairs(read, MAX_AUTH_PAIRS) > MAX_AUTH_PAIRS)
      throw new AppError('payload_too_large', `The form may have at most ${MAX_AUTH_PAIRS} fields.`);
    return withBody(request, read);
  } finally {
    clearTimeout(timer);
  }
}
