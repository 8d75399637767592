import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { SMALL_BODY_BYTES } from '../../platform/http/body/body-limits';
import type { RequestContext } from '../../platform/http/operation';
import { Reply, reply, wantsEvents } from '../../platform/http/reply';
import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { type Actor, hasRole } from '../access/actor';
import { liveFrames, readerIn, requireStillAllowed } from '../access/live-stream';
import { requireScope } from '../access/require-scope';
import { callTool, stillRunning, type ToolResult } from './call-tool';
import {
  ACCESS_ENDED,
  errorMessage,
  errorReply,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Message,
  type MessageId,
  RpcError,
  readMessage,
  resultMessage,
} from './json-rpc';
import { describeTool, liveTools } from './live-tools';
import {
  agreedVersion,
  isStateless,
  NOT_CACHED,
  PROTOCOL_VERSIONS,
  SERVER_INFO,
  selfDescribedResult,
} from './protocol';
import { cancelCall, endRun, mayCancel, type RunningCall, rememberCall } from './running-calls';

/** A result that arrives sooner is one JSON response, later ones a stream. */
const STREAM_AFTER_MS = 2_000;
const COMMENT_EVERY_MS = 15_000;
/** Then the client is told that the run continues; one without streams sooner, before proxies give up. */
const STREAM_LASTS_MS = 10 * 60_000;
const WAIT_WITHOUT_STREAM_MS = 55_000;

type Request = Extract<Message, { kind: 'request' }>;

/** A request without its body. */
export interface McpRequest extends RequestContext {
  workspaceId: string;
  readBody(): Promise<string>;
  /** Releases the body's memory; the remaining part is small. */
  releaseBody(): void;
}

/**
 * Handles one POST of an MCP client (streamable HTTP, without sessions). `actor` comes from an API key.
 * @throws AppError forbidden, payload_too_large, unsupported_media_type
 */
export async function answerMcp(actor: Actor, request: McpRequest): Promise<Reply> {
  requireOwnOrigin(request);
  if (!hasRole(actor, request.workspaceId, 'reader'))
    throw new AppError('forbidden', 'You have no access to this workspace, or it does not exist.');
  requireScope(actor, OPERATION, {});
  if (!/^application\/json\b/i.test(request.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the message as application/json.');
  try {
    const message = await readMessageOf(request);
    const stateless = isStateless(message, request.header);
    if (message.kind === 'request')
      return await (stateless ? answerStateless : answerRequest)(actor, message, request);
    await takeNotification(actor, message, request);
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

/** A key that is limited to some workflows sees their tools only. */
const OPERATION = { scope: 'workflows:run', keepsToWorkflows: true } as Parameters<typeof requireScope>[1];

/** Refuses pages of other sites; programs send no origin. */
function requireOwnOrigin({ header }: McpRequest): void {
  const origin = header('origin');
  if (origin !== undefined && origin !== new URL(env().NEXTAUTH_URL).origin)
    throw new AppError('forbidden', 'This endpoint takes no requests from pages of other sites.');
}

async function answerRequest(actor: Actor, { id, method, params }: Request, request: McpRequest) {
  switch (method) {
    case 'initialize':
      return reply(resultMessage(id, initialized(params)));
    case 'ping':
      return reply(resultMessage(id, {}));
    case 'tools/list':
      return reply(resultMessage(id, await listed(actor, request)));
    case 'tools/call':
      return answerCall(actor, { id, params }, request, asItIs);
    default:
      throw new RpcError(METHOD_NOT_FOUND, noMethod(method), id);
  }
}

/** Answers a request of the revision without handshake, where an unknown method is a 404. */
async function answerStateless(actor: Actor, { id, method, params }: Request, request: McpRequest) {
  const result = (value: object) => reply(resultMessage(id, selfDescribedResult(value)));
  switch (method) {
    case 'server/discover':
      return result({ supportedVersions: PROTOCOL_VERSIONS, capabilities: { tools: {} }, ...NOT_CACHED });
    case 'tools/list':
      return result({ ...(await listed(actor, request)), ...NOT_CACHED });
    case 'tools/call':
      return answerCall(actor, { id, params }, request, selfDescribedResult);
    default:
      throw new RpcError(METHOD_NOT_FOUND, noMethod(method), id, { status: 404 });
  }
}

const asItIs = (result: object): object => result;
const noMethod = (method: string): string => `There is no method “${method.slice(0, 100)}” here.`;

const listed = async (actor: Actor, { workspaceId }: McpRequest) => ({
  tools: (await liveTools(actor, workspaceId)).map(describeTool),
});

async function takeNotification(
  actor: Actor,
  { method, params }: Extract<Message, { kind: 'notification' }>,
  { workspaceId }: McpRequest,
): Promise<void> {
  const { requestId: id } = params;
  if (method !== 'notifications/cancelled') return;
  if (typeof id === 'string' || typeof id === 'number') await cancelCall({ actor, workspaceId, id });
}

const initialized = ({ protocolVersion }: Request['params']) => ({
  protocolVersion: agreedVersion(protocolVersion),
  capabilities: { tools: {} },
  serverInfo: SERVER_INFO,
});

async function answerCall(
  actor: Actor,
  { id, params }: Pick<Request, 'id' | 'params'>,
  request: McpRequest,
  written: (result: object) => object,
): Promise<Reply> {
  const { workspaceId, requestId, traceId, traceparent, header } = request;
  const { name, _meta: meta } = params;
  const args = params.arguments ?? {};
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'Name the tool.', id);
  if (!isJsonObject(args)) throw new RpcError(INVALID_PARAMS, 'Arguments are an object.', id);
  const [tool] = await liveTools(actor, workspaceId, name);
  if (tool === undefined)
    throw new RpcError(INVALID_PARAMS, `There is no tool “${name.slice(0, 100)}” here.`, id);
  const token = isJsonObject(meta) ? meta.progressToken : undefined;
  const progress = new ProgressQueue(token);
  const running: RunningCall = { actor, executionId: null, isCancelled: false };
  const forget = rememberCall({ actor, workspaceId, id }, running);
  const calling = callTool(actor, tool, {
    args,
    ids: { requestId, traceId, traceparent },
    onStart: (executionId) => {
      running.executionId = executionId;
      if (running.isCancelled) void endRun(running);
    },
    onProgress: (message) => progress.add(message),
  }).finally(forget);
  const mayStream = wantsEvents({ header });
  const soon = await within(calling, mayStream ? STREAM_AFTER_MS : WAIT_WITHOUT_STREAM_MS);
  const reader = readerIn(request, workspaceId, 'reader');
  if (soon !== null || !mayStream) {
    calling.catch(() => undefined); // the run has its log
    await requireStillAllowed(reader);
    return reply(resultMessage(id, written(soon ?? stillRunning(running.executionId))));
  }
  const sent = { id, calling, progress, running, written };
  // Only without a handshake does a stream that the client closes cancel its call.
  const cancels = written === selfDescribedResult && mayCancel();
  if (cancels) request.signal.addEventListener('abort', () => void endRun(running), { once: true });
  return liveFrames(reader, (signal) => framesOf(sent, signal), {
    last: ({ message }) => frame(writeJson(errorMessage(id, ACCESS_ENDED, message))),
  });
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Queues notifications to be sent; none for a client that requested none. */
class ProgressQueue {
  #waiting: string[] = [];
  #count = 0;

  constructor(readonly token: unknown) {}

  add(message: string): void {
    if (typeof this.token !== 'string' && typeof this.token !== 'number') return;
    this.#count += 1;
    const params = { progressToken: this.token, progress: this.#count, message };
    this.#waiting.push(writeJson({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }

  take(): string[] {
    return this.#waiting.splice(0);
  }
}

const TICK_MS = 250;

interface SentCall {
  id: MessageId;
  calling: Promise<ToolResult>;
  progress: ProgressQueue;
  running: Readonly<RunningCall>;
  written: (result: object) => object;
}

/** Yields progress as it arrives, a comment now and then, and the result. */
async function* framesOf(
  { id, calling, progress, running, written }: SentCall,
  signal: AbortSignal,
): AsyncGenerator<string> {
  calling.catch(() => undefined); // thrown below, if the stream is still being read
  yield ': the workflow is running\n\n';
  let sentAtMs = performance.now();
  const endsAtMs = sentAtMs + STREAM_LASTS_MS;
  for (let result: ToolResult | null = null; result === null && !signal.aborted; ) {
    result = await within(calling, TICK_MS);
    if (result === null && performance.now() > endsAtMs) result = stillRunning(running.executionId);
    const messages = progress.take();
    for (const message of messages) yield frame(message);
    if (result !== null) yield frame(writeJson(resultMessage(id, written(result))));
    else if (messages.length > 0) sentAtMs = performance.now();
    else if (performance.now() - sentAtMs > COMMENT_EVERY_MS) {
      sentAtMs = performance.now();
      yield ': the workflow is running\n\n';
    }
  }
}

const frame = (json: string): string => `event: message\ndata: ${json}\n\n`;
