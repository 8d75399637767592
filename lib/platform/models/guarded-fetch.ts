import { STATUS_CODES } from 'node:http';
import type { OutboundOptions, OutboundResult } from '../outbound-http/contract';
import type { ModelCallOptions } from './contract';
import type { ServerDialect } from './server-dialect';

/** Enough for a long answer: 64,000 tokens, each in a separate event. */
const MAX_STREAM_BYTES = 20 * 1024 * 1024;

export interface GuardedFetch {
  fetch: typeof globalThis.fetch;
  /** The result of its request; null before there was one. */
  result: () => OutboundResult | null;
}

/**
 * Returns a `fetch` for the SDK that uses the guarded client. It resolves once the response is complete, so
 * that attempts, timeouts and limits are the client's. Its failures reject; `result` has the details.
 */
export function guardedFetch(
  options: ModelCallOptions,
  { streams }: Pick<ServerDialect, 'streams'>,
  watching: Pick<OutboundOptions, 'onResponse'> = {},
): GuardedFetch {
  let result: OutboundResult | null = null;
  const send: typeof globalThis.fetch = async (input, init) => {
    result = await options.http.request(
      {
        method: init?.method ?? 'GET',
        url: String(input),
        headers: headersOf(init?.headers),
        body: typeof init?.body === 'string' ? init.body : null,
      },
      {
        signal: options.signal,
        idempotencyKey: options.idempotencyKey,
        attemptTimeoutMs: options.totalTimeoutMs,
        totalTimeoutMs: options.totalTimeoutMs,
        // For a whole answer nothing arrives while the model works on it.
        ...(streams ? { idleTimeoutMs: options.idleTimeoutMs } : {}),
        maxResponseBytes: MAX_STREAM_BYTES,
        ...watching,
        retry: { when: 'always', max: options.maxRetries, isHarmless: true },
      },
    );
    const { response, error } = result;
    if (response === null) throw new Error(error?.code ?? 'no response');
    const { status, headers, body } = response;
    const contentType = headers['content-type'];
    return new Response(new Uint8Array(body), {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
  return { fetch: send, result: () => result };
}

/** Drops the SDK's user agent: the client sends its own. */
function headersOf(headers: RequestInit['headers']): Array<[string, string]> {
  return [...new Headers(headers)].filter(([name]) => name !== 'user-agent');
}
