import { Readable } from 'node:stream';
import type { FileKeeping, FileStore, OutboundOptions, OutboundResponse } from './contract';
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
  /** 0 hands a redirect back as the response. */
  maxRedirects: number;
  keepPartialBody: boolean;
  /** Null: a response may stand still for as long as the attempt lasts. */
  idleTimeoutMs: number | null;
  keepFile: FileKeeping | undefined;
  files: FileStore | undefined;
  onResponse: OutboundOptions['onResponse'];
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
          next = redirectedHop(hop, status, readLocation(headers.location));
          return next !== null;
        },
      });
      interrupt.watch(exchange);
      sendHop(exchange, hop, dispatchers, { isFirst: redirects === 0, files: limits.files });
      const { status, headers, body, file, truncated, timing } = await exchange.result;
      if (next === null) {
        const response = { status, headers, body, truncated, url: hop.url.href, timing };
        return { response: { ...response, ...(file && { file }) }, failure: null };
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

function readLocation(location: string | string[] | undefined): string | null {
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

function tooManyRedirects(hop: Hop, most: number): OutboundFailure {
  const message = `${hop.url.host} redirected more than ${most} times. Enter the final URL.`;
  return new OutboundFailure('TOO_MANY_REDIRECTS', message, 'redirect');
}
