import { randomUUID } from 'node:crypto';
import { readUrl } from '@/lib/platform/read-url';
import type { OutboundClient } from '../../../platform/outbound-http/contract';
import type { BlockError } from '../block';
import { postOf } from './mcp-streamable-wire';
import {
  answerIn,
  answerToServer,
  failed,
  type HeaderRow,
  isAnswerTo,
  isServerRequest,
  type JsonObject,
  type McpCall,
  type McpRequest,
  type McpSent,
  type McpWire,
  messagesIn,
  NOT_MCP,
  optionsOf,
  sentOf,
  watchEvents,
} from './mcp-wire';

/** All answers of a server come on one stream. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;

type Waiting = (answer: JsonObject | null) => void;

/**
 * HTTP with server-sent events, of revision 2024-11-05: the answers come on a stream that a GET opens, whose first
 * event names the address for messages.
 */
export class OldWire implements McpWire {
  readonly #closing = new AbortController();
  readonly #waiting = new Map<number, Waiting>();
  #endpoint = '';
  #isOver = false;

  constructor(
    readonly url: string,
    readonly http: OutboundClient,
  ) {}

  /** Opens the stream. @returns why the server can't be used; null if it can */
  open(headers: readonly HeaderRow[], call: McpCall): Promise<BlockError | null> {
    return new Promise((resolve) => {
      const watching = watchEvents(({ type, data }) => {
        if (type === 'endpoint') resolve(this.#setEndpoint(data));
        else for (const message of messagesIn(data)) this.#take(message, headers, call);
        return this.#isOver;
      });
      const stream = this.http.request(
        { method: 'GET', url: this.url, headers: [...headers, ['accept', 'text/event-stream']], body: null },
        {
          ...watching,
          signal: AbortSignal.any([call.signal, this.#closing.signal]),
          attemptTimeoutMs: Math.max(1, call.remainingMs),
          totalTimeoutMs: Math.max(1, call.remainingMs),
          maxResponseBytes: MAX_STREAM_BYTES,
          retry: { when: 'never', max: 0 },
          // A run that goes on in another process needs a stream of its own.
          idempotencyKey: `${call.idempotencyKey}-${randomUUID()}`,
        },
      );
      void stream.then(() => {
        this.#isOver = true;
        for (const settle of this.#waiting.values()) settle(null);
        resolve(NOT_MCP);
      });
    });
  }

  async request(request: McpRequest, headers: readonly HeaderRow[], call: McpCall): Promise<McpSent> {
    const { id, method, params } = request;
    const answer = this.#answerTo(id, call);
    const result = await this.http.request(
      postOf(this.#endpoint, headers, { jsonrpc: '2.0', id, method, params }),
      { ...optionsOf(call), idempotencyKey: `${call.idempotencyKey}-${id}` },
    );
    const { response } = result;
    const isTaken = response !== null && response.status < 400;
    // Some servers answer in the response to the POST besides.
    const said = response && answerIn(response, id);
    if (said !== null || !isTaken) answer.settle(said);
    return sentOf(result, await answer.promise);
  }

  async tell(message: object, headers: readonly HeaderRow[], call: McpCall): Promise<void> {
    await this.http.request(postOf(this.#endpoint, headers, message), optionsOf(call));
  }

  close(): void {
    this.#isOver = true;
    this.#closing.abort();
  }

  /** Messages carry the server's credentials, so they stay at its origin. */
  #setEndpoint(data: string): BlockError | null {
    const url = readUrl(data, this.url);
    if (url === null || url.origin !== new URL(this.url).origin)
      return failed('The server names an address for messages at another origin, which is not followed.');
    this.#endpoint = url.href;
    return null;
  }

  #take(message: JsonObject, headers: readonly HeaderRow[], call: McpCall): void {
    if (isServerRequest(message)) void this.tell(answerToServer(message), headers, call);
    else for (const [id, settle] of this.#waiting) if (isAnswerTo(id, message)) settle(message);
  }

  /** Settles with null when the stream ends, the time is over or the run is cancelled. */
  #answerTo(
    id: number,
    { signal, remainingMs }: McpCall,
  ): { promise: Promise<JsonObject | null>; settle: Waiting } {
    let settle: Waiting = () => undefined;
    const promise = new Promise<JsonObject | null>((resolve) => {
      settle = resolve;
    });
    const stop = () => settle(null);
    const timer = setTimeout(stop, Math.max(1, remainingMs));
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.set(id, settle);
    if (this.#isOver || signal.aborted) stop();
    void promise.then(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(id);
    });
    return { promise, settle };
  }
}
