import { isJsonObject, parseExact } from '../text/exact-number';
import { writeJson } from '../text/json-text';
import type { Endpoint, EndpointArgs, EndpointResponse } from './endpoint';
import type { Problem } from './problem';
import { noteServerTime } from './server-clock';

const SIGNED_OUT = 401;

/** For pages, which see the client and not the server's side of an endpoint. */
export type { EndpointArgs };

/** A response that was not a success. `problem` is the server's problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly problem: Partial<Problem> & Record<string, unknown>,
    /** The delay of `Retry-After`; null without one. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(detailOf(problem) ?? `The server returned ${status}.`);
  }

  get code(): string {
    return this.problem.code ?? 'unknown';
  }
}

/** Returns the problem's detail; null if there is none, as when a proxy responded in its own format. */
function detailOf({ detail }: { detail?: unknown }): string | null {
  return typeof detail === 'string' && detail.trim() !== '' ? detail : null;
}

/** A request, or the rest of its response, was lost: the server is down, or the way to it. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(cause: unknown) {
    super('The server could not be reached. Check the connection and try again.', { cause });
  }
}

/**
 * Waits for something that comes over the network. Browsers report every network failure as a TypeError, as they do
 * faults of a program; only here it is known which of the two it is.
 * @throws UnreachableError
 */
export async function fromNetwork<T>(arriving: Promise<T>): Promise<T> {
  try {
    return await arriving;
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError(error) : error;
  }
}

export interface ClientOptions {
  /** Origin of the server; by default the page's own. */
  baseUrl?: string;
  /** Sent as `x-api-key`; without it, a browser's session cookie is used. */
  apiKey?: string;
  /**
   * If true, a change that is requested again while the same one is in progress (a double click, Enter
   * twice) is made once.
   */
  sharesChanges?: boolean;
  /** Called with the server's time, in ms since 1970, of each response that has one. */
  onServerTime?: (serverMs: number) => void;
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export type Client = ReturnType<typeof createClient>;

/**
 * Creates a typed client over the endpoint definitions.
 * @throws ApiError for any response without success, UnreachableError without a response
 */
export function createClient(options: ClientOptions = {}) {
  const { baseUrl = '', apiKey, sharesChanges = false, onServerTime } = options;
  const { fetch = globalThis.fetch.bind(globalThis) } = options;
  const underWay = new Map<string, Promise<unknown>>();
  let signInAgain: (() => Promise<void>) | null = null;

  async function send<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    { signal, headers = {} }: CallOptions = {},
  ): Promise<Response> {
    const { params, query, body } = args as { params?: object; query?: object; body?: unknown };
    const address = baseUrl + pathWith(endpoint.path, params, query);
    const text = body === undefined ? undefined : writeJson(body);
    const request = () =>
      fromNetwork(
        fetch(address, {
          method: endpoint.method,
          signal,
          credentials: 'same-origin',
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
            ...headers,
          },
          body: text,
        }),
      );
    let response = await request();
    // Authentication is checked before anything is done, so a retry repeats no side effects.
    if (response.status === SIGNED_OUT && signInAgain !== null) {
      await signInAgain();
      response = await request();
    }
    const date = response.headers.get('date');
    if (date !== null) onServerTime?.(Date.parse(date));
    if (!response.ok)
      throw new ApiError(response.status, await readProblem(response), retryAfterMs(response));
    return response;
  }

  async function answerTo<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    callOptions?: CallOptions,
  ): Promise<EndpointResponse<E>> {
    const response = await send(endpoint, args, callOptions);
    const text = await fromNetwork(response.text());
    return (response.status === 204 ? undefined : parseExact(text)) as EndpointResponse<E>;
  }

  function call<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    callOptions?: CallOptions,
  ): Promise<EndpointResponse<E>> {
    if (!sharesChanges || endpoint.method === 'GET' || callOptions !== undefined)
      return answerTo(endpoint, args, callOptions);
    const key = writeJson([endpoint.id, args]);
    const known = underWay.get(key) as Promise<EndpointResponse<E>> | undefined;
    if (known !== undefined) return known;
    const answer = answerTo(endpoint, args).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  }

  /**
   * Calls `recover` when a response says that nobody is signed in; the request is retried once it settles.
   * @returns a function that unregisters `recover`
   */
  function onSignedOut(recover: () => Promise<void>): () => void {
    signInAgain = recover;
    return () => {
      if (signInAgain === recover) signInAgain = null;
    };
  }

  return { call, send, onSignedOut };
}

function retryAfterMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

async function readProblem(response: Response): Promise<Partial<Problem>> {
  const text = await fromNetwork(response.text());
  const told = {
    detail: `The server returned ${response.status}${text === '' ? '' : `: ${text.slice(0, 200)}`}`,
  };
  try {
    const problem: unknown = JSON.parse(text);
    return isJsonObject(problem) ? (problem as Partial<Problem>) : told;
  } catch {
    return told;
  }
}

/** Returns the URL of a GET of the browser's client, for preloading. */
export function addressOf<E extends Endpoint>(endpoint: E, args: EndpointArgs<E>): string {
  const { params, query } = args as { params?: object; query?: object };
  return pathWith(endpoint.path, params, query);
}

function pathWith(path: string, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** The browser's client, which uses the same origin and the session's cookie. */
export const client = createClient({ sharesChanges: true, onServerTime: noteServerTime });
