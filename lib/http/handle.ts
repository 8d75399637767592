import type { Actor, Scope } from '../auth/actor';
import { AppError } from '../errors';
import { countCall } from '../limits/count-call';
import type { Endpoint } from './endpoint';
import { answerTagged } from './entity-tag';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from './json-depth';
import type { Operation, RequestContext } from './operation';
import { parseInput } from './parse-input';
import { problemReply } from './problem';
import { isReply, type Reply, reply } from './reply';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
/** From here on a body that can be read elsewhere is. */
const LARGE_BODY_CHARACTERS = 128 * 1024;

/** A request as either shell (node http, Next) hands it over. */
export interface RawRequest extends RequestContext {
  method: string;
  params: Record<string, string>;
  search: URLSearchParams;
  /** The whole body. @throws AppError payload_too_large past `maxBytes` */
  readBody(maxBytes: number): Promise<string>;
}

const NEEDS_ACTOR = { nobody: false, public: false, session: true, key: true } as const;

/** @returns null when nobody is authenticated; a bad credential is the same as none. */
export type Authenticate = (request: RawRequest, auth: Endpoint['auth']) => Promise<Actor | null>;

/** The one walk of every API request: who → how often → what → may they → do it → answer. Never throws. */
export async function handle(
  operation: Operation,
  request: RawRequest,
  authenticate: Authenticate,
): Promise<Reply> {
  const headers: Record<string, string> = { 'x-request-id': request.requestId };
  let answer: Reply;
  try {
    answer = await answerRequest(operation, request, authenticate, headers);
  } catch (error) {
    answer = problemReply(error, request);
  }
  Object.assign(answer.headers, headers);
  return answer;
}

async function answerRequest(
  { endpoint, run, readLargeBody }: Operation,
  request: RawRequest,
  authenticate: Authenticate,
  headers: Record<string, string>,
): Promise<Reply> {
  const actor = endpoint.auth === 'nobody' ? null : await authenticate(request, endpoint.auth);
  if (actor === null && NEEDS_ACTOR[endpoint.auth]) throw unauthenticated(endpoint);
  await limitCalls(actor, endpoint, headers);
  const text = endpoint.body === undefined ? '' : await readText(endpoint, request);
  const { params, search } = request;
  const large = readLargeBody !== undefined && text.length >= LARGE_BODY_CHARACTERS;
  const input = large
    ? parseInput({ ...endpoint, body: undefined }, { params, search, body: undefined })
    : parseInput(endpoint, { params, search, body: endpoint.body && parseJson(text) });
  if (large) input.body = await readLargeBody(text);
  requireScope(actor, endpoint);
  const result = await run(actor, input, {
    requestId: request.requestId,
    traceId: request.traceId,
    signal: request.signal,
    header: request.header,
    remoteAddress: request.remoteAddress,
  });
  if (isReply(result)) return result;
  if (endpoint.live !== undefined)
    return answerTagged(result, endpoint.live(result), request.header('if-none-match'));
  return reply(result, endpoint.status ?? (endpoint.response === undefined ? 204 : 200), {
    'cache-control': 'private, no-store',
  });
}

/** People in their browser are not limited. The headers of the window go to whatever the answer will be. */
async function limitCalls(
  actor: Actor | null,
  { rateLimit }: Endpoint,
  headers: Record<string, string>,
): Promise<void> {
  if (rateLimit === undefined || actor?.planHolderId === undefined) return;
  const counted = await countCall(actor.planHolderId, rateLimit);
  Object.assign(headers, counted.headers);
  if (counted.refusal !== null) throw counted.refusal;
}

function unauthenticated(endpoint: Endpoint): AppError {
  const words = endpoint.auth === 'key' ? 'Send a valid API key in the x-api-key header.' : 'Sign in first.';
  return new AppError('unauthenticated', words);
}

const IMPLIED_BY: Partial<Record<Scope, readonly Scope[]>> = {
  'workflows:read': ['workflows:write'],
  'webhooks:read': ['webhooks:write'],
};

function requireScope(actor: Actor | null, endpoint: Endpoint): void {
  if (actor?.scopes === undefined || endpoint.scope === undefined) return;
  const { scopes } = actor;
  const wanted = [endpoint.scope].flat();
  if (wanted.some((scope) => scopes.has(scope))) return;
  // Who may replace something may read it.
  if (wanted.some((scope) => IMPLIED_BY[scope]?.some((wider) => scopes.has(wider)))) return;
  throw new AppError('forbidden', `This API key lacks the scope ${wanted.join(' or ')}.`);
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

function parseJson(text: string): unknown {
  if (text === '') return {};
  if (isNestedTooDeeply(text))
    throw new AppError('invalid_request', `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`, {
      issues: [{ param: 'body', code: 'body_too_deep', message: `At most ${MAX_JSON_DEPTH} levels.` }],
    });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_request', `The body is not valid JSON: ${(error as Error).message}`, {
      issues: [{ param: 'body', code: 'body_invalid_json', message: (error as Error).message }],
    });
  }
}
