import type { Actor } from '../auth/actor';
import { AppError } from '../errors';
import { newId } from '../ids';
import type { Endpoint } from './endpoint';
import { answerTagged } from './entity-tag';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from './json-depth';
import type { Operation, RequestContext } from './operation';
import { parseInput } from './parse-input';
import { problemReply } from './problem';
import { isReply, type Reply, reply } from './reply';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/** A request as either shell (node http, Next) hands it over. */
export interface RawRequest extends Omit<RequestContext, 'requestId'> {
  method: string;
  params: Record<string, string>;
  search: URLSearchParams;
  /** The whole body. @throws AppError payload_too_large past `maxBytes` */
  readBody(maxBytes: number): Promise<string>;
}

/** @returns null when nobody is authenticated; a bad credential is the same as none. */
export type Authenticate = (request: RawRequest, auth: Endpoint['auth']) => Promise<Actor | null>;

/** The one walk of every API request: who → what → may they → do it → answer. Never throws. */
export async function handle(
  operation: Operation,
  request: RawRequest,
  authenticate: Authenticate,
): Promise<Reply> {
  const requestId = newId();
  try {
    const answer = await answerRequest(operation, request, authenticate, requestId);
    answer.headers['x-request-id'] = requestId;
    return answer;
  } catch (error) {
    const problem = problemReply(error, requestId);
    problem.headers['x-request-id'] = requestId;
    return problem;
  }
}

async function answerRequest(
  { endpoint, run }: Operation,
  request: RawRequest,
  authenticate: Authenticate,
  requestId: string,
): Promise<Reply> {
  const actor = await authenticate(request, endpoint.auth);
  if (actor === null && endpoint.auth !== 'public') throw unauthenticated(endpoint);
  const body = endpoint.body === undefined ? undefined : await readJson(endpoint, request);
  const input = parseInput(endpoint, { params: request.params, search: request.search, body });
  requireScope(actor, endpoint);
  const result = await run(actor, input, {
    requestId,
    signal: request.signal,
    header: request.header,
    remoteAddress: request.remoteAddress,
  });
  if (isReply(result)) return result;
  if (endpoint.tagged !== undefined)
    return answerTagged(result, endpoint.tagged(result), request.header('if-none-match'));
  return reply(result, endpoint.status ?? (endpoint.response === undefined ? 204 : 200), {
    'cache-control': 'private, no-store',
  });
}

function unauthenticated(endpoint: Endpoint): AppError {
  const words = endpoint.auth === 'key' ? 'Send a valid API key in the x-api-key header.' : 'Sign in first.';
  return new AppError('unauthenticated', words);
}

function requireScope(actor: Actor | null, endpoint: Endpoint): void {
  if (actor?.scopes === undefined || endpoint.scope === undefined || actor.scopes.has(endpoint.scope)) return;
  // Who may replace a workflow may read it.
  if (endpoint.scope === 'workflows:read' && actor.scopes.has('workflows:write')) return;
  throw new AppError('forbidden', `This API key lacks the scope ${endpoint.scope}.`);
}

async function readJson(endpoint: Endpoint, request: RawRequest): Promise<unknown> {
  const text = await request.readBody(endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES);
  if (text.trim() === '') return {};
  const type = request.header('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
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
