import { AppError } from '../errors';
import { parseExact } from '../text/exact-number';
import type { Endpoint } from './endpoint';
import { answerTagged } from './entity-tag';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from './json-depth';
import type { Caller, Operation, RequestContext } from './operation';
import { parseInput } from './parse-input';
import { problemReply } from './problem';
import { isReply, type Reply, reply } from './reply';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
/** From here on a body that can be read elsewhere is. */
const LARGE_BODY_CHARACTERS = 128 * 1024;

/** A request as either shell (node http, Next) hands it over. */
export interface RawRequest extends Omit<RequestContext, 'authenticateAgain'> {
  params: Record<string, string>;
  search: URLSearchParams;
  /** The whole body. @throws AppError payload_too_large past `maxBytes` */
  readBody(maxBytes: number): Promise<string>;
}

const NEEDS_CALLER = { nobody: false, public: false, session: true, key: true } as const;

/** Headers for the answer, whatever it will be. */
export interface CountedCall {
  headers: Record<string, string>;
  refusal: AppError | null;
}

/** Who may call what, and how often. Processes give it: the transport only keeps its order. */
export interface Policy {
  /** @returns null when nobody is authenticated; a bad credential is the same as none. */
  authenticate(request: RawRequest, auth: Endpoint['auth']): Promise<Caller | null>;
  /** @returns null for a call that nobody counts */
  countCall(caller: Caller | null, endpoint: Endpoint): Promise<CountedCall | null>;
  /** @throws AppError forbidden */
  requireScope(caller: Caller | null, endpoint: Endpoint): void;
}

/** The one walk of every API request: who → how often → what → may they → do it → answer. Never throws. */
export async function handle(operation: Operation, request: RawRequest, policy: Policy): Promise<Reply> {
  const headers: Record<string, string> = { 'x-request-id': request.requestId };
  let answer: Reply;
  try {
    Object.assign(headers, await operation.crossOrigin?.(request.params, request.header));
    answer = await answerRequest(operation, request, policy, headers);
  } catch (error) {
    answer = problemReply(error, request);
  }
  Object.assign(answer.headers, headers);
  return answer;
}

async function answerRequest(
  { endpoint, run, readLargeBody }: Operation,
  request: RawRequest,
  policy: Policy,
  headers: Record<string, string>,
): Promise<Reply> {
  const caller = endpoint.auth === 'nobody' ? null : await policy.authenticate(request, endpoint.auth);
  if (caller === null && NEEDS_CALLER[endpoint.auth]) throw unauthenticated(endpoint);
  const counted = await policy.countCall(caller, endpoint);
  Object.assign(headers, counted?.headers);
  if (counted?.refusal) throw counted.refusal;
  const text = endpoint.body === undefined ? '' : await readText(endpoint, request);
  const { params, search } = request;
  const large = readLargeBody !== undefined && text.length >= LARGE_BODY_CHARACTERS;
  const input = large
    ? parseInput({ ...endpoint, body: undefined }, { params, search, body: undefined })
    : parseInput(endpoint, { params, search, body: endpoint.body && parseJson(text, endpoint) });
  if (large) input.body = await readLargeBody(text);
  policy.requireScope(caller, endpoint);
  const result = await run(caller, input, {
    method: request.method,
    requestId: request.requestId,
    traceId: request.traceId,
    signal: request.signal,
    header: request.header,
    remoteAddress: request.remoteAddress,
    authenticateAgain: () => policy.authenticate(request, endpoint.auth),
  });
  if (isReply(result)) return result;
  if (endpoint.live !== undefined)
    return answerTagged(result, endpoint.live(result), request.header('if-none-match'));
  return reply(result, endpoint.status ?? (endpoint.response === undefined ? 204 : 200), {
    'cache-control': 'private, no-store',
  });
}

function unauthenticated(endpoint: Endpoint): AppError {
  const words = endpoint.auth === 'key' ? 'Send a valid API key in the x-api-key header.' : 'Sign in first.';
  return new AppError('unauthenticated', words);
}

/** The body of a request, empty or JSON by its own account. */
async function readText(endpoint: Endpoint, request: RawRequest): Promise<string> {
  const text = await request.readBody(endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
  if (text.trim() === '') return '';
  const type = request.header('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  return text;
}

function parseJson(text: string, { exactNumbers }: Endpoint): unknown {
  if (text === '') return {};
  if (isNestedTooDeeply(text))
    throw new AppError('invalid_request', `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`, {
      issues: [{ param: 'body', code: 'body_too_deep', message: `At most ${MAX_JSON_DEPTH} levels.` }],
    });
  try {
    return exactNumbers === true ? parseExact(text) : JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_request', `The body is not valid JSON: ${(error as Error).message}`, {
      issues: [{ param: 'body', code: 'body_invalid_json', message: (error as Error).message }],
    });
  }
}
