import { ACCEPT_ENCODING } from './body-sink';
import type { OutboundError, OutboundRequest, PartedBody } from './contract';
import { firstHop, type Hop, wireHeaders } from './hop';
import { OutboundFailure, toError } from './outbound-failure';

const DEFAULT_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['user-agent', 'Millrace'],
  ['accept', '*/*'],
  ['accept-encoding', ACCEPT_ENCODING],
];

/** A request as passed to the connection, which adds `Host`, `Connection` and `Content-Length` itself. */
export interface WireRequest {
  method: string;
  /** The URL without fragment and credentials. */
  url: string;
  headers: Array<[name: string, value: string]>;
  body: Buffer | PartedBody | null;
}

/** Returns the headers of one hop in undici's form: a flat list of names and values. */
export function flatHeaders(hop: Hop): string[] {
  return wireHeaders(hop, DEFAULT_HEADERS);
}

/** Returns the first request that the client would send, or the reason why it would send none. */
export function wireRequest(
  request: OutboundRequest,
  idempotencyKey?: string,
): { ok: true; request: WireRequest } | { ok: false; error: OutboundError } {
  try {
    const hop = firstHop(request, idempotencyKey);
    const flat = flatHeaders(hop);
    const headers: Array<[string, string]> = [];
    for (let at = 0; at < flat.length; at += 2) headers.push([flat[at] ?? '', flat[at + 1] ?? '']);
    const url = hop.url.origin + hop.url.pathname + hop.url.search;
    return { ok: true, request: { method: hop.method, url, headers, body: hop.body } };
  } catch (error) {
    if (error instanceof OutboundFailure) return { ok: false, error: toError(error) };
    throw error;
  }
}
