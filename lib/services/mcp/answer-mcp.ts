import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { SMALL_BODY_BYTES } from '../../platform/http/body/body-limits';
import type { RequestContext } from '../../platform/http/operation';
import { Reply, reply } from '../../platform/http/reply';
import { isJsonObject } from '../../platform/text/exact-number';
import { type Actor, hasRole, type Scope } from '../access/actor';
import { requireScope } from '../access/require-scope';
import {
  errorReply,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Message,
  type MessageId,
  RpcError,
  readMessage,
  resultMessage,
} from './json-rpc';
import {
  agreedVersion,
  isStateless,
  NOT_CACHED,
  PROTOCOL_VERSIONS,
  SERVER_INFO,
  selfDescribedResult,
} from './protocol';

type Request = Extract<Message, { kind: 'request' }>;

/** A request without its body. */
export interface McpRequest extends RequestContext {
  workspaceId: string;
  readBody(): Promise<string>;
  /** Releases the body's memory; the remaining part is small. */
  releaseBody(): void;
}

/** A `tools/call`, whose parameters have the right types. */
export interface AskedCall {
  id: MessageId;
  name: string;
  args: Readonly<Record<string, unknown>>;
  progressToken: unknown;
  /** True in the revision without handshake. */
  isStateless: boolean;
  /** Returns a result as the client's revision writes it. */
  written: (result: object) => object;
}

/** What an endpoint offers to its clients. */
export interface ToolServer {
  /** Which keys may call it. */
  scope: Scope;
  /** True if a key that is limited to some workflows sees these only; otherwise it may not call it. */
  keepsToWorkflows?: boolean;
  /** Told to models at the beginning. */
  instructions?: string;
  /** The entries of `tools/list`. */
  list(actor: Actor, workspaceId: string): Promise<object[]>;
  /** @throws RpcError for an unknown tool */
  call(actor: Actor, call: AskedCall, request: McpRequest): Promise<Reply>;
  /** The client no longer waits for this call. */
  cancel?(actor: Actor, workspaceId: string, id: MessageId): Promise<void>;
}

/** An endpoint and who calls it. */
interface Called {
  actor: Actor;
  server: ToolServer;
  request: McpRequest;
}

/**
 * Handles one POST of an MCP client (streamable HTTP, without sessions). `actor` comes from an API key.
 * @throws AppError forbidden, payload_too_large, unsupported_media_type
 */
export async function answerMcp(actor: Actor, request: McpRequest, server: ToolServer): Promise<Reply> {
  requireOwnOrigin(request);
  if (!hasRole(actor, request.workspaceId, 'reader'))
    throw new AppError('forbidden', 'You have no access to this workspace, or it does not exist.');
  const { scope, keepsToWorkflows = false } = server;
  requireScope(actor, { scope, keepsToWorkflows, path: '' } as Parameters<typeof requireScope>[1], {});
  if (!/^application\/json\b/i.test(request.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the message as application/json.');
  try {
    const message = await readMessageOf(request);
    const stateless = isStateless(message, request.header);
    const called = { actor, server, request };
    if (message.kind === 'request')
      return await (stateless ? answerStateless : answerRequest)(called, message);
    await takeNotification(called, message);
    return new Reply(null, 202, {});
  } catch (error) {
    if (error instanceof RpcError) return errorReply(error);
    throw error;
  }
}

/** Reads the message in a function of its own, so that the text isn't retained while it is processed. */
async function readMessageOf(request: McpRequest): Promise<Message> {
  const text = await request.readBody();
  const message = readMessage(text);
  if (text.length <= SMALL_BODY_BYTES) request.releaseBody();
  return message;
}

/** Refuses pages of other sites; programs send no origin. */
function requireOwnOrigin({ header }: McpRequest): void {
  const origin = header('origin');
  if (origin !== undefined && origin !== new URL(env().NEXTAUTH_URL).origin)
    throw new AppError('forbidden', 'This endpoint takes no requests from pages of other sites.');
}

async function answerRequest(called: Called, { id, method, params }: Request) {
  switch (method) {
    case 'initialize':
      return reply(resultMessage(id, initialized(called, params)));
    case 'ping':
      return reply(resultMessage(id, {}));
    case 'tools/list':
      return reply(resultMessage(id, await listed(called)));
    case 'tools/call':
      return answerCall(called, { id, params }, { isStateless: false, written: asItIs });
    default:
      throw new RpcError(METHOD_NOT_FOUND, noMethod(method), id);
  }
}

/** Answers a request of the revision without handshake, where an unknown method is a 404. */
async function answerStateless(called: Called, { id, method, params }: Request) {
  const result = (value: object) => reply(resultMessage(id, selfDescribedResult(value)));
  switch (method) {
    case 'server/discover':
      return result({
        supportedVersions: PROTOCOL_VERSIONS,
        capabilities: { tools: {} },
        ...instructed(called),
        ...NOT_CACHED,
      });
    case 'tools/list':
      return result({ ...(await listed(called)), ...NOT_CACHED });
    case 'tools/call':
      return answerCall(called, { id, params }, { isStateless: true, written: selfDescribedResult });
    default:
      throw new RpcError(METHOD_NOT_FOUND, noMethod(method), id, { status: 404 });
  }
}

const asItIs = (result: object): object => result;
const noMethod = (method: string): string => `There is no method “${method.slice(0, 100)}” here.`;

const listed = async ({ actor, server, request }: Called) => ({
  tools: await server.list(actor, request.workspaceId),
});

async function takeNotification(
  { actor, server, request }: Called,
  { method, params }: Extract<Message, { kind: 'notification' }>,
): Promise<void> {
  const { requestId: id } = params;
  if (method !== 'notifications/cancelled') return;
  if (typeof id === 'string' || typeof id === 'number') await server.cancel?.(actor, request.workspaceId, id);
}

const instructed = ({ server: { instructions } }: Called) =>
  instructions === undefined ? {} : { instructions };

const initialized = (called: Called, { protocolVersion }: Request['params']) => ({
  protocolVersion: agreedVersion(protocolVersion),
  capabilities: { tools: {} },
  serverInfo: SERVER_INFO,
  ...instructed(called),
});

async function answerCall(
  { actor, server, request }: Called,
  { id, params }: Pick<Request, 'id' | 'params'>,
  revision: Pick<AskedCall, 'isStateless' | 'written'>,
): Promise<Reply> {
  const { name, _meta: meta } = params;
  const args = params.arguments ?? {};
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'Name the tool.', id);
  if (!isJsonObject(args)) throw new RpcError(INVALID_PARAMS, 'Arguments are an object.', id);
  const progressToken = isJsonObject(meta) ? meta.progressToken : undefined;
  return server.call(actor, { id, name, args, progressToken, ...revision }, request);
}

/** @returns the error for a tool that the endpoint doesn't have */
export const noTool = ({ id, name }: Pick<AskedCall, 'id' | 'name'>): RpcError =>
  new RpcError(INVALID_PARAMS, `There is no tool “${name.slice(0, 100)}” here.`, id);
