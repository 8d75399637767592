import type { OutboundResponse } from './contract';
import type { Dispatchers } from './dispatchers';
import { Exchange } from './exchange';
import { type Hop, redirectedHop } from './hop';
import type { Interrupt } from './interrupt';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';
import { flatHeaders } from './wire-request';

export interface AttemptLimits {
  maxResponseBytes: number;
  /** 0 hands a redirect back as the response. */
  maxRedirects: number;
  keepPartialBody: boolean;
  /** Null: a response may stand still for as long as the attempt lasts. */
  idleTimeoutMs: number | null;
}

/** What `Retry-After` means depends on the clock, which is the client's. */
export type AttemptResponse = Omit<OutboundResponse, 'retryAfterMs'>;

export type AttemptResult =
  | { response: AttemptResponse; failure: null }
  | { response: null; failure: OutboundFailure; afterRedirect: boolean };

/** One try: the author's request and the redirects it leads to. Never rejects. */
export async function runAttempt(
  start: Hop,
  dispatchers: Dispatchers,
  interrupt: Interrupt,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  let hop = start;
  let redirects = 0;
  try {
    while (true) {
      let next: Hop | null = null;
      const exchange = new Exchange(hop.url.host, {
        maxBodyBytes: limits.maxResponseBytes,
        keepPartialBody: limits.keepPartialBody,
        idleTimeoutMs: limits.idleTimeoutMs,
        skipsBody: (status, headers) => {
          if (limits.maxRedirects === 0) return false;
          next = redirectedHop(hop, status, readLocation(headers.location));
          return next !== null;
        },
      });
      interrupt.watch(exchange);
      sendHop(exchange, hop, dispatchers, redirects === 0);
      const { status, headers, body, truncated, timing } = await exchange.result;
      if (next === null) {
        return { response: { status, headers, body, truncated, url: hop.url.href, timing }, failure: null };
      }
      redirects += 1;
      if (redirects > limits.maxRedirects) throw tooManyRedirects(hop, limits.maxRedirects);
      hop = next;
    }
  } catch (error) {
    const failure = describeNetworkError(error, 'response', hop.url.host);
    return { response: null, failure, afterRedirect: redirects > 0 };
  }
}

function sendHop(exchange: Exchange, hop: Hop, dispatchers: Dispatchers, isFirstHop: boolean): void {
  const options = { method: hop.method, headers: flatHeaders(hop), body: hop.body };
  try {
    dispatchers.send(exchange, hop.url, options, isFirstHop);
  } catch (error) {
    exchange.stop(describeNetworkError(error, 'request', hop.url.host));
  }
}

function readLocation(location: string | string[] | undefined): string | null {
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

function tooManyRedirects(hop: Hop, most: number): OutboundFailure {
  const message = `${hop.url.host} redirected more than ${most} times. Enter the final URL.`;
  return new OutboundFailure('TOO_MANY_REDIRECTS', message, 'redirect');
}
