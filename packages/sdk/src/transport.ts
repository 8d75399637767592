import { queryText, readBaseUrl } from './address.js';
import { ApiError, ConnectionError, MillraceError, type Problem, TimeoutError } from './errors.js';
import { eventsOf, type ServerEvent } from './events.js';
import { isRecord, parseJson } from './json.js';
import { linesOf } from './lines.js';
import { mayRepeat, pause, readRetryAfter, waitBefore } from './retry.js';

/** A setting of a timer above this would make it fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;
const MOST_RETRIES = 100;
const EVENTS = 'text/event-stream';

export interface ClientOptions {
  /** Address of the server, such as `https://millrace.example.com`. */
  url: string;
  /** From **Settings → API keys**. */
  apiKey: string;
  /** The most that one attempt may take, in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  /** The repetitions of a failed call, where they are safe; 3 by default, 0 for none. */
  maxRetries?: number;
  /** Replaces the platform's `fetch`, for a proxy for example. */
  fetch?: typeof globalThis.fetch;
  /** Replaces `JSON`, for numbers with more digits than a double holds. */
  json?: JsonCodec;
}

export interface JsonCodec {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** The settings of any call; absent ones are the client's. */
export interface CallOptions {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
}

export interface StreamOptions extends CallOptions {
  /** After so long without a byte the connection is taken for broken, in milliseconds; never by default. */
  silentForMs?: number;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root of the server, such as `/api/v1/logs`. */
  path: string;
  query?: object;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent as `Idempotency-Key`: the call may then be repeated whatever happened to it. */
  idempotencyKey?: string;
}

/** An answer whose body is still to be read. */
interface OpenAnswer {
  response: Response;
  /** Lifts the limit of time: a stream lasts. */
  untime(): void;
  /** Returns what to throw for a failure while reading. */
  explain(error: unknown): unknown;
  /** Also ends the connection, if not all of the body was read. */
  close(): void;
}

/** Sends requests to one server with one key, and repeats them where that is safe. */
export class Transport {
  readonly #url: string;
  readonly #apiKey: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #json: JsonCodec;

  constructor(options: ClientOptions) {
    this.#url = readBaseUrl(options.url);
    this.#apiKey = checkedKey(options.apiKey);
    const { fetch = globalThis.fetch } = options;
    // A plain call: browsers refuse `fetch` as a method of another object.
    this.#fetch = (url, init) => fetch(url, init);
    this.#timeoutMs = checkedTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.#maxRetries = checkedRetries(options.maxRetries ?? DEFAULT_RETRIES);
    this.#json = options.json ?? JSON;
  }

  /** @throws MillraceError for a text that is not JSON */
  parse(text: string): unknown {
    return parseJson(text, (json) => this.#json.parse(json));
  }

  /** @returns the parsed body; undefined for 204 */
  json<T>(request: ApiRequest, options: CallOptions = {}): Promise<T> {
    return this.#repeated(request, options, async () => {
      const text = await this.#read(request, options, (response) => response.text());
      return (text === '' ? undefined : this.parse(text)) as T;
    });
  }

  /** @returns the `data` of the body */
  async data<T>(request: ApiRequest, options?: CallOptions): Promise<T> {
    return (await this.json<{ data: T }>(request, options)).data;
  }

  bytes(request: ApiRequest, options: CallOptions = {}): Promise<ArrayBuffer> {
    return this.#repeated(request, options, () =>
      this.#read(request, options, (response) => response.arrayBuffer()),
    );
  }

  /** Yields the events of a stream until the server ends it. A stream that breaks is a ConnectionError. */
  async *events(request: ApiRequest, options: StreamOptions = {}): AsyncGenerator<ServerEvent> {
    yield* eventsOf(this.lines({ ...request, headers: { ...request.headers, accept: EVENTS } }, options));
  }

  /** Yields the lines of a body as they arrive. Its type must be that of the request's header `accept`. */
  async *lines(request: ApiRequest, options: StreamOptions = {}): AsyncGenerator<string> {
    const answer = await this.#repeated(request, options, () => this.#open(request, options));
    try {
      const { response } = answer;
      const type = response.headers.get('content-type') ?? '';
      if (response.body === null || !type.startsWith(request.headers?.accept ?? ''))
        throw new MillraceError('The server answered, but not with a stream: is a proxy in between?');
      answer.untime();
      yield* linesOf(response.body, options.silentForMs);
    } catch (error) {
      throw answer.explain(error);
    } finally {
      answer.close();
    }
  }

  async #repeated<T>(request: ApiRequest, options: CallOptions, attempt: () => Promise<T>): Promise<T> {
    const most = options.maxRetries === undefined ? this.#maxRetries : checkedRetries(options.maxRetries);
    const isRepeatable = request.method === 'GET' || request.idempotencyKey !== undefined;
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (failures > most || !mayRepeat(error, isRepeatable)) throw error;
        await pause(waitBefore(error, failures), options.signal);
      }
    }
  }

  async #read<T>(
    request: ApiRequest,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const answer = await this.#open(request, options);
    try {
      return await read(answer.response);
    } catch (error) {
      throw answer.explain(error);
    } finally {
      answer.close();
    }
  }

  /** @throws ApiError for an answer that is no success */
  async #open(request: ApiRequest, { signal, timeoutMs }: CallOptions): Promise<OpenAnswer> {
    signal?.throwIfAborted();
    const address = this.#addressOf(request);
    const headers = this.#headersOf(request);
    const body = request.body === undefined ? null : this.#json.stringify(request.body);
    const limitMs = timeoutMs === undefined ? this.#timeoutMs : checkedTimeout(timeoutMs);
    const stop = new AbortController();
    const leave = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop.abort();
    }, limitMs);
    const untime = () => clearTimeout(timer);
    const close = () => {
      untime();
      signal?.removeEventListener('abort', leave);
      stop.abort();
    };
    const explain = (error: unknown): unknown => {
      if (signal?.aborted) return signal.reason;
      if (isLate) return new TimeoutError(`The server did not answer within ${limitMs / 1000} s.`);
      if (error instanceof MillraceError) return error;
      return new ConnectionError('The connection to the server failed or broke.', { cause: error });
    };
    try {
      const response = await this.#fetch(address, {
        method: request.method,
        headers,
        body,
        // The key would be sent on to wherever a redirect leads.
        redirect: 'manual',
        signal: stop.signal,
      });
      if (!response.ok) throw await this.#refusalOf(response);
      return { response, untime, explain, close };
    } catch (error) {
      close();
      throw explain(error);
    }
  }

  #addressOf({ path, query = {} }: ApiRequest): string {
    // Otherwise it could name another server, to which the key would be sent.
    if (!path.startsWith('/')) throw new MillraceError('A path begins with /, such as /api/v1/logs.');
    return this.#url + path + queryText(query);
  }

  #headersOf({ headers, body, idempotencyKey }: ApiRequest): Record<string, string> {
    return {
      accept: 'application/json',
      ...headers,
      'x-api-key': this.#apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': checkedIdempotencyKey(idempotencyKey) }),
    };
  }

  async #refusalOf(response: Response): Promise<MillraceError> {
    const { status, headers } = response;
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
      return new MillraceError(
        'The server redirects to another address. Give that one as `url`: a key is not sent on.',
      );
    const facts = {
      requestId: headers.get('x-request-id'),
      retryAfterMs: readRetryAfter(headers.get('retry-after')),
    };
    // Some proxies repeat headers of the request in their answers.
    const text = (await response.text()).replaceAll(this.#apiKey, '***');
    return new ApiError(status, problemIn(text), facts);
  }
}

function problemIn(text: string): Problem {
  try {
    const problem: unknown = JSON.parse(text);
    return isRecord(problem) ? (problem as Problem) : {};
  } catch {
    return {}; // A proxy's own page. Its text is nobody's to read.
  }
}

function checkedKey(key: string): string {
  if (typeof key === 'string' && /^[!-~]{1,500}$/.test(key)) return key;
  throw new MillraceError('`apiKey` is no API key: give one from Settings → API keys, without spaces.');
}

function checkedIdempotencyKey(key: string): string {
  if (/^[ -~]{1,255}$/.test(key)) return key;
  throw new MillraceError('An idempotency key has 1 to 255 printable ASCII characters.');
}

function checkedTimeout(ms: number): number {
  if (!(ms > 0)) throw new MillraceError('`timeoutMs` is a number of milliseconds above 0.');
  return Math.min(ms, LONGEST_TIMER_MS);
}

function checkedRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= MOST_RETRIES) return count;
  throw new MillraceError(`\`maxRetries\` is a whole number from 0 to ${MOST_RETRIES}.`);
}
