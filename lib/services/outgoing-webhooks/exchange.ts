import { CONCEALED } from '../../core/references/credentials';
import type { OutboundClient, OutboundError, OutboundResponse } from '../../platform/outbound-http/contract';
import { wireRequest } from '../../platform/outbound-http/wire-request';
import { typedUrl } from '../../platform/text/typed-url';

/** One clock over name, connection, TLS, headers and body. */
export const DELIVERY_TIMEOUT_MS = 30_000;
export const MAX_RESPONSE_BYTES = 16 * 1024;

/** One POST and its result, which is never a failure of this server. */
export interface Exchange {
  startedAtMs: number;
  durationMs: number;
  /** The request as it went over the wire, without the URL's credentials. */
  request: { url: string; headers: Array<[string, string]> };
  response: OutboundResponse | null;
  /** Null when the receiver acknowledged it. */
  code: string | null;
  reason: string;
  /** Nothing was sent, nor would it be the next time. */
  refused: boolean;
  cancelled: boolean;
}

export interface RequestToSend {
  url: string;
  headers: Array<[string, string]>;
  body: string;
  /** Names of headers whose values nobody may read. */
  concealed?: readonly string[];
}

const REFUSED = new Set([
  'ADDRESS_NOT_ALLOWED',
  'URL_INVALID',
  'REQUEST_TOO_LARGE',
  'HEADER_INVALID',
  'HEADER_FORBIDDEN',
]);

/** Sends it once through the guarded client; redirects are not followed and the status line decides. */
export async function sendOnce(
  client: OutboundClient,
  toSend: RequestToSend,
  signal?: AbortSignal,
): Promise<Exchange> {
  const url = typedUrl(toSend.url);
  const request = { ...toSend, url, method: 'POST', headers: [...toSend.headers, IDENTITY] };
  const startedAtMs = Date.now();
  const { response, error } = await client.request(request, {
    attemptTimeoutMs: DELIVERY_TIMEOUT_MS,
    totalTimeoutMs: DELIVERY_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    keepPartialBody: true,
    maxRedirects: 0,
    retry: { when: 'never', max: 0 },
    ...(signal === undefined ? {} : { signal }),
  });
  const code = response === null ? (error?.code ?? 'CONNECTION_RESET') : codeOf(response.status);
  return {
    startedAtMs,
    durationMs: Date.now() - startedAtMs,
    request: shownRequest(request),
    response,
    code,
    reason: response === null ? reasonOf(error) : reasonOfStatus(response),
    refused: code !== null && REFUSED.has(code),
    cancelled: code === 'CANCELLED',
  };
}

/** Asks for no content coding, so that the part of the response that is stored is unchanged. */
const IDENTITY: [string, string] = ['accept-encoding', 'identity'];

const isAcknowledged = (status: number): boolean => status >= 200 && status < 300;
const codeOf = (status: number): string | null => (isAcknowledged(status) ? null : 'HTTP_STATUS');

function reasonOf(error: OutboundError | null): string {
  if (error?.code === 'TIMEOUT')
    return (
      `The receiver did not respond within ${DELIVERY_TIMEOUT_MS / 1000} s. ` +
      'Acknowledge first and do the work afterwards.'
    );
  return error?.message ?? 'No response came.';
}

function reasonOfStatus({ status, isRateLimited }: OutboundResponse): string {
  if (isAcknowledged(status)) return `The receiver acknowledged the delivery with ${status}.`;
  if (status < 400)
    return `The receiver returned ${status}. Redirects are not followed: enter the final URL.`;
  if (isRateLimited) return `The receiver limits the rate of deliveries (${status}).`;
  if (status >= 500) return `The receiver returned ${status}.`;
  if (status === 410) return 'The receiver returned 410: it wants no more deliveries.';
  const cure =
    status === 401 || status === 403 ? 'Check that both sides have the same secret.' : 'Check its response.';
  return `The receiver returned ${status}. ${cure}`;
}

/** Masks what nobody may read: own headers, and the one that credentials of the URL become. */
function shownRequest(request: RequestToSend & { method: string }): Exchange['request'] {
  const wire = wireRequest(request);
  if (!wire.ok) return { url: '', headers: [] };
  const { concealed: own = [] } = request;
  const concealed = new Set(['authorization', ...own.map((name) => name.toLowerCase())]);
  const headers = wire.request.headers.map(([name, value]): [string, string] =>
    concealed.has(name.toLowerCase()) ? [name, CONCEALED] : [name, value],
  );
  return { url: wire.request.url, headers };
}
