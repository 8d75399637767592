import { STATUS_CODES } from 'node:http';
import { giveWay } from '../in-slices';
import type { OutboundOptions, OutboundResult } from '../outbound-http/contract';
import { EventReader } from '../text/event-stream';
import type { ModelCallOptions, ModelProvider } from './contract';
import { type AnswerMender, answerMender, isLastEvent } from './mend-answer';
import { NO_STATE, type OpaqueState } from './opaque-state';
import type { ServerDialect } from './server-dialect';

/** Enough for a long answer: 64,000 tokens, each in a separate event. */
const MAX_STREAM_BYTES = 20 * 1024 * 1024;
/** At 100 bytes an event, the SDK reads so many in a few milliseconds. */
const BYTES_A_TURN = 16 * 1024;

export interface GuardedFetch {
  fetch: typeof globalThis.fetch;
  /** The result of its request; null before there was one. */
  result: () => OutboundResult | null;
  /** What the answer holds for its server alone. */
  opaque: () => OpaqueState;
}

/**
 * Returns a `fetch` for the SDK that uses the guarded client. It resolves once the response is complete, so
 * that attempts, timeouts and limits are the client's. Its failures reject; `result` has the details.
 * Answers that the SDK would misread are mended.
 */
export function guardedFetch(
  provider: ModelProvider,
  options: ModelCallOptions,
  { streams }: Pick<ServerDialect, 'streams'>,
  watching: Pick<OutboundOptions, 'onResponse'> = {},
): GuardedFetch {
  let result: OutboundResult | null = null;
  let mender: AnswerMender | null = null;
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
        ...(streams ? endingAtLastEvent(watching) : watching),
        retry: { when: 'always', max: options.maxRetries, isHarmless: true },
      },
    );
    const { response, error } = result;
    if (response === null) throw new Error(error?.code ?? 'no response');
    const { status, headers, body } = response;
    const contentType = headers['content-type'];
    mender = status < 400 ? answerMender(provider) : null;
    return new Response(mendedBody(body, mender), {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
  return { fetch: send, result: () => result, opaque: () => mender?.opaque ?? NO_STATE };
}

/** Ends a response with the last event of its answer: a server may leave the connection open. */
function endingAtLastEvent({
  onResponse,
}: Pick<OutboundOptions, 'onResponse'>): Pick<OutboundOptions, 'onResponse'> {
  return {
    onResponse: (head) => {
      const watcher = onResponse?.(head) ?? null;
      if (/json/i.test(String(head.headers['content-type'] ?? ''))) return watcher;
      const reader = new EventReader();
      return (chunk) => {
        if (typeof watcher === 'function') watcher(chunk);
        return reader.add(chunk).some(isLastEvent);
      };
    },
  };
}

export const isEvents = (body: Uint8Array): boolean =>
  /^\s*(?:data|event|id|retry)?:/.test(Buffer.from(body.subarray(0, 200)).toString('latin1'));

function mendedBody(body: Buffer, mender: AnswerMender | null): ReadableStream<Uint8Array> {
  if (mender === null) return inTurns(body, null);
  return isEvents(body) ? inTurns(body, mender) : inTurns(mender.whole(body), null);
}

/**
 * Returns a stream that gives a part in each turn of the event loop. The SDK reads a whole body of events
 * without ever returning to the loop: 139 calls of a tool took 1.2 s.
 */
function inTurns(body: Uint8Array, mender: AnswerMender | null): ReadableStream<Uint8Array> {
  let at = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (at > 0) await giveWay();
    let isGiven = false;
    const give = (bytes: Uint8Array) => {
      if (bytes.length > 0) controller.enqueue(new Uint8Array(bytes));
      isGiven ||= bytes.length > 0;
    };
    // Without a piece to give, the stream wouldn't ask for the next one.
    while (at < body.length && !isGiven) {
      const part = body.subarray(at, at + BYTES_A_TURN);
      give(mender === null ? part : mender.add(part));
      at += BYTES_A_TURN;
    }
    if (at < body.length) return;
    if (mender !== null) give(mender.end());
    controller.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Drops the SDK's user agent: the client sends its own. */
function headersOf(headers: RequestInit['headers']): Array<[string, string]> {
  return [...new Headers(headers)].filter(([name]) => name !== 'user-agent');
}
