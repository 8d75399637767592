import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../platform/errors';
import { markWork } from '../platform/event-loop/marks';
import { roomForAnswer } from '../platform/http/answer-room';
import { bodyOfRequest, discardBody } from '../platform/http/body/body-of-request';
import type { IncomingBody } from '../platform/http/body/incoming-body';
import type { Payer } from '../platform/http/body/payers';
import type { RawRequest } from '../platform/http/handle';
import { jsonText, requireUnpacked } from '../platform/http/json-body';
import { problemReply } from '../platform/http/problem';
import type { Reply } from '../platform/http/reply';
import { type RequestIds, requestIdsOf } from '../platform/http/request-ids';
import { metrics } from '../platform/metrics/metrics';
import { authenticate } from '../services/access/authenticate';
import { managementTools } from '../services/management-mcp/management-tools';
import { answerMcp } from '../services/mcp/answer-mcp';
import { publishedTools } from '../services/mcp/published-tools';
import { addressOf } from './address-of';
import { send, whenClosed } from './send';

const MCP_PATH = /^\/mcp\/([0-9A-Fa-f-]{36})(\/manage)?\/?$/;
const ROUTE = '/mcp/{workspaceId}';
/** The tools for changing workflows, beside those that are published. */
const MANAGE = '/manage';
const BEARER = /^Bearer +(\S{1,500})$/i;
export const MAX_MCP_BODY_BYTES = 1024 * 1024;

/** Returns true for a path that MCP clients call. */
export const isMcpPath = (url: string): boolean => url.startsWith('/mcp/');

/** Handles MCP clients: messages by POST, without sessions or a stream from the server. Never throws. */
export async function answerMcpClient(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const { method = 'GET' } = request;
  const route = pathOf(request)?.isManagement === true ? ROUTE + MANAGE : ROUTE;
  markWork(route);
  const header = headerOf(request);
  const ids = requestIdsOf(header);
  const callerLeft = new AbortController();
  const body = bodyOfRequest(request);
  response.on('close', () => {
    if (response.writableFinished) return;
    callerLeft.abort();
    body.abandon();
  });
  const answer = await answered(request, body, ids, {
    signal: callerLeft.signal,
    whenAnswered: whenClosed(response),
  })
    .catch((error) => problemReply(error, ids))
    .finally(() => body.release());
  answer.headers['x-request-id'] = ids.requestId;
  answer.headers['cache-control'] ??= 'no-store';
  const seconds = (performance.now() - startedAt) / 1000;
  metrics().requestAnswered({ method, route, status: answer.status, seconds });
  discardBody(request);
  await send(response, answer, method === 'HEAD');
}

async function answered(
  request: IncomingMessage,
  body: IncomingBody,
  ids: RequestIds,
  { signal, whenAnswered }: Pick<RawRequest, 'signal' | 'whenAnswered'>,
): Promise<Reply> {
  const path = pathOf(request);
  if (path === null) throw new AppError('not_found', 'There is no MCP endpoint at this URL.');
  if (request.method !== 'POST')
    throw new AppError('method_not_allowed', 'Send messages by POST.', { headers: { allow: 'POST' } });
  const { workspaceId, isManagement } = path;
  const header = headerOf(request);
  const remoteAddress = addressOf(request);
  const context = { ...ids, method: 'POST', signal, header, remoteAddress };
  const search = new URLSearchParams();
  const key = header('x-api-key') ?? BEARER.exec(header('authorization') ?? '')?.[1];
  const asked = {
    ...context,
    params: {},
    search,
    readBody: async () => Buffer.alloc(0),
    whenAnswered,
    // Only a key counts: a page must not act here for its signed-in user.
    header: (name: string) => (name === 'x-api-key' ? key : undefined),
  };
  const authenticateAgain = async () => (key === undefined ? null : authenticate(asked, 'key'));
  const caller = await authenticateAgain();
  if (caller === null)
    throw new AppError('unauthenticated', 'Send a valid API key, in x-api-key or as Authorization: Bearer.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  const workspace: Payer = { kind: 'workspace', id: workspaceId };
  const message = {
    ...context,
    workspaceId,
    authenticateAgain,
    roomFor: roomForAnswer({ signal, whenAnswered }),
    readBody: async () => {
      requireUnpacked(header('content-encoding'));
      return jsonText(await body.read(MAX_MCP_BODY_BYTES, [workspace]), header('content-type'));
    },
    releaseBody: () => body.release(),
  };
  const tools = isManagement ? managementTools : publishedTools;
  return answerMcp(caller as Parameters<typeof answerMcp>[0], message, tools);
}

function pathOf({ url = '/' }: IncomingMessage): { workspaceId: string; isManagement: boolean } | null {
  const [, workspaceId, manage] = MCP_PATH.exec(url.split('?', 1)[0]!) ?? [];
  return workspaceId === undefined
    ? null
    : { workspaceId: workspaceId.toLowerCase(), isManagement: manage !== undefined };
}

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
