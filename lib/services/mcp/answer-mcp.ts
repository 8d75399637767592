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
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type Message,
  type MessageId,
  RpcError,
  readMessage,
  resultMessage,
} from './json-rpc';
import { describeTool, liveTools } from './live-tools';

/** Newest first. They don't differ in anything used here. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const SERVER_INFO = { name: 'millrace', title: 'Millrace', version: '1.0.0' };
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
  requireScope(actor, SCOPE);
  if (!/^application\/json\b/i.test(request.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the message as application/json.');
  try {
    const version = request.header('mcp-protocol-version');
    if (version !== undefined && !PROTOCOL_VERSIONS.includes(version))
      throw new RpcError(
        INVALID_REQUEST,
        `Version ${version.slice(0, 40)} of the protocol is not spoken here.`,
      );
    const message = await readMessageOf(request);
    if (message.kind === 'notification') return new Reply(null, 202, {});
    return await answerRequest(actor, message, request);
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

const SCOPE = { scope: 'workflows:run' } as Parameters<typeof requireScope>[1];

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
    case 'tools/list': {
      const tools = await liveTools(request.workspaceId);
      return reply(resultMessage(id, { tools: tools.map(describeTool) }));
    }
    case 'tools/call':
      return answerCall(actor, { id, params }, request);
    default:
      throw new RpcError(METHOD_NOT_FOUND, `There is no method “${method.slice(0, 100)}” here.`, id);
  }
}

/** Returns the client's version if it is known, else the newest, which the client may refuse. */
function initialized({ protocolVersion }: Request['params']) {
  const known = PROTOCOL_VERSIONS.find((version) => version === protocolVersion);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: SERVER_INFO,
  };
}

async function answerCall(
  actor: Actor,
  { id, params }: Pick<Request, 'id' | 'params'>,
  request: McpRequest,
): Promise<Reply> {
  const { workspaceId, requestId, traceId, header } = request;
  const { name, arguments: args = {}, _meta: meta } = params;
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'Name the tool.', id);
  if (!isJsonObject(args)) throw new RpcError(INVALID_PARAMS, 'Arguments are an object.', id);
  const [tool] = await liveTools(workspaceId, name);
  if (tool === undefined)
    throw new RpcError(INVALID_PARAMS, `There is no tool “${name.slice(0, 100)}” here.`, id);
  const token = isJsonObject(meta) ? meta.progressToken : undefined;
  const progress = new ProgressQueue(token);
  const calling = callTool(actor, tool, {
    args,
    ids: { requestId, traceId },
    onStart: (executionId) => {
      progress.executionId = executionId;
    },
    onProgress: (message) => progress.add(message),
  });
  const mayStream = wantsEvents({ header });
  const soon = await within(calling, mayStream ? STREAM_AFTER_MS : WAIT_WITHOUT_STREAM_MS);
  const reader = readerIn(request, workspaceId, 'reader');
  if (soon !== null || !mayStream) {
    calling.catch(() => undefined); // the run has its log
    await requireStillAllowed(reader);
    return reply(resultMessage(id, soon ?? stillRunning(progress.executionId)));
  }
  return liveFrames(reader, (signal) => framesOf(id, calling, progress, signal), {
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
  executionId: string | null = null;
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

/** Yields progress as it arrives, a comment now and then, and the result. */
async function* framesOf(
  id: MessageId,
  calling: Promise<ToolResult>,
  progress: ProgressQueue,
  signal: AbortSignal,
): AsyncGenerator<string> {
  calling.catch(() => undefined); // thrown below, if the stream is still being read
  yield ': the workflow is running\n\n';
  let sentAtMs = performance.now();
  const endsAtMs = sentAtMs + STREAM_LASTS_MS;
  for (let result: ToolResult | null = null; result === null && !signal.aborted; ) {
    result = await within(calling, TICK_MS);
    if (result === null && performance.now() > endsAtMs) result = stillRunning(progress.executionId);
    const messages = progress.take();
    for (const message of messages) yield frame(message);
    if (result !== null) yield frame(writeJson(resultMessage(id, result)));
    else if (messages.length > 0) sentAtMs = performance.now();
    else if (performance.now() - sentAtMs > COMMENT_EVERY_MS) {
      sentAtMs = performance.now();
      yield ': the workflow is running\n\n';
    }
  }
}

const frame = (json: string): string => `event: message\ndata: ${json}\n\n`;
