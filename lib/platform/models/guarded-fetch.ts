import { STATUS_CODES } from 'node:http';
import { giveWay } from '../in-slices';
import type { OutboundOptions, OutboundResult } from '../outbound-http/contract';
import type { ModelCallOptions } from './contract';
import type { ServerDialect } from './server-dialect';

/** Enough for a long answer: 64,000 tokens, each in a separate event. */
const MAX_STREAM_BYTES = 20 * 1024 * 1024;
/** At 100 bytes an event, the SDK reads so many in a few milliseconds. */
const BYTES_A_TURN = 16 * 1024;

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
    return new Response(inTurns(body), {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
  return { fetch: send, result: () => result };
}

/**
 * Returns a stream that gives a part in each turn of the event loop. The SDK reads a whole body of events
 * without ever returning to the loop: 139 calls of a tool took 1.2 s.
 */
function inTurns(body: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (at > 0) await giveWay();
    if (at < body.length) controller.enqueue(new Uint8Array(body.subarray(at, at + BYTES_A_TURN)));
    at += BYTES_A_TURN;
    if (at >= body.length) controller.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Drops the SDK's user agent: the client sends its own. */
function headersOf(headers: RequestInit['headers']): Array<[string, string]> {
  return [...new Headers(headers)].filter(([name]) => name !== 'user-agent');
}
