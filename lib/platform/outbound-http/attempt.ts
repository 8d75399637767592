import { Readable } from 'node:stream';
import type { FileKeeping, FileStore, OutboundOptions, OutboundRedirect, OutboundResponse } from './contract';
import { type Cookie, cookiesFor, cookieValues, takeCookies } from './cookies';
import type { Dispatchers } from './dispatchers';
import { Exchange } from './exchange';
import { type Hop, redirectedHop } from './hop';
import type { Interrupt } from './interrupt';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';
import { bytesOfParts, isParted, sizeOfBody } from './parted-body';
import { flatHeaders } from './wire-request';

export interface AttemptLimits {
  maxResponseBytes: number;
  /** With 0, a redirect is returned as the response. */
  maxRedirects: number;
  keepPartialBody: boolean;
  /** Null: a response may pause for as long as the attempt lasts. */
  idleTimeoutMs: number | null;
  keepFile: FileKeeping | undefined;
  files: FileStore | undefined;
  onResponse: OutboundOptions['onResponse'];
}

/** The response without fields that depend on the time, because the clock belongs to the client. */
export type AttemptResponse = Omit<OutboundResponse, 'isRateLimited' | 'retryAfterMs'>;

/** A request, and the results of the redirects that led to it. */
export interface Route {
  hop: Hop;
  redirects: readonly OutboundRedirect[];
  cookies: readonly Cookie[];
}

/** `again`: the route at which another attempt begins. */
export type AttemptResult = { redirects: readonly OutboundRedirect[]; again: Route } & (
  | { response: AttemptResponse; failure: null }
  | { response: null; failure: OutboundFailure }
);

/** Sends the request and follows its redirects. Never rejects. */
export async function runAttempt(
  start: Route,
  dispatchers: Dispatchers,
  interrupt: Interrupt,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  let route = start;
  let again = start;
  try {
    while (true) {
      const { hop } = route;
      const { next, response } = await runHop(route, dispatchers, interrupt, limits);
      const { status, headers } = response;
      const setCookie = [headers['set-cookie'] ?? []].flat();
      const cookies = takeCookies(route.cookies, hop.url, setCookie, Date.now());
      if (next === null) {
        const answered = { ...response, url: hop.url.href, cookies: cookieValues(cookies) };
        return { response: answered, failure: null, redirects: route.redirects, again };
      }
      const redirect = { status, url: hop.url.href, location: next.url.href, setCookie };
      const redirects = [...route.redirects, redirect];
      route = { hop: { ...next, cookies: cookiesFor(cookies, next.url) }, redirects, cookies };
      if (redirects.length > limits.maxRedirects) throw tooManyRedirects(hop, limits.maxRedirects);
      // A request that became a GET was answered: it is not sent again if that GET fails.
      if (next.method !== hop.method) again = route;
    }
  } catch (error) {
    const failure = describeNetworkError(error, 'response', route.hop.url.host);
    return { response: null, failure, redirects: route.redirects, again };
  }
}

/** `next`: the target of a redirect that is to be followed; otherwise null. */
async function runHop(
  { hop, redirects }: Route,
  dispatchers: Dispatchers,
  interrupt: Interrupt,
  limits: AttemptLimits,
): Promise<{ next: Hop | null; response: Omit<AttemptResponse, 'url' | 'cookies'> }> {
  let next: Hop | null = null;
  const exchange = new Exchange(hop.url.host, {
    isHead: hop.method === 'HEAD',
    maxBodyBytes: limits.maxResponseBytes,
    keepPartialBody: limits.keepPartialBody,
    idleTimeoutMs: limits.idleTimeoutMs,
    onResponse: limits.onResponse,
    newFile: (status, headers) => {
      const { keepFile, files } = limits;
      const about = keepFile?.describe({ status, headers, url: hop.url.href }) ?? null;
      if (about === null || !keepFile || !files) return null;
      const { holdsSecret } = keepFile;
      return (maxBytes) => files.create({ ...about, maxBytes, holdsSecret });
    },
    skipsBody: (status, headers) => {
      if (limits.maxRedirects === 0) return false;
      next = redirectedHop(hop, status, headers.location);
      return next !== null;
    },
  });
  interrupt.watch(exchange);
  sendHop(exchange, hop, dispatchers, { isFirst: redirects.length === 0, files: limits.files });
  const { file, ...response } = await exchange.result;
  return { next, response: { ...response, ...(file && { file }) } };
}

function sendHop(
  exchange: Exchange,
  hop: Hop,
  dispatchers: Dispatchers,
  { isFirst, files }: { isFirst: boolean; files: FileStore | undefined },
): void {
  const { method, body } = hop;
  const headers = flatHeaders(hop);
  if (isParted(body)) headers.push('content-length', String(sizeOfBody(body)));
  try {
    const sent = isParted(body) ? Readable.from(bytesOfParts(body, files), { objectMode: false }) : body;
    dispatchers.send(exchange, hop.url, { method, headers, body: sent }, isFirst);
  } catch (error) {
    exchange.stop(describeNetworkError(error, 'request', hop.url.host));
  }
}

function tooManyRedirects(hop: Hop, most: number): OutboundFailure {
  const message = `${hop.url.host} redirected more than ${most} times. Enter the final URL.`;
  return new OutboundFailure('TOO_MANY_REDIRECTS', message, 'redirect');
}
