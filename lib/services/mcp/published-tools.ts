import { type Reply, reply, wantsEvents } from '../../platform/http/reply';
import { writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { liveFrames, readerIn, requireStillAllowed } from '../access/live-stream';
import { type AskedCall, type McpRequest, noTool, type ToolServer } from './answer-mcp';
import { callTool, stillRunning, type ToolResult } from './call-tool';
import { ACCESS_ENDED, errorMessage, type MessageId, resultMessage } from './json-rpc';
import { describeTool, liveTools } from './live-tools';
import { cancelCall, endRun, mayCancel, type RunningCall, rememberCall } from './running-calls';

/** A result that arrives sooner is one JSON response, later ones a stream. */
const STREAM_AFTER_MS = 2_000;
const COMMENT_EVERY_MS = 15_000;
/** Then the client is told that the run continues; one without streams sooner, before proxies give up. */
const STREAM_LASTS_MS = 10 * 60_000;
const WAIT_WITHOUT_STREAM_MS = 55_000;

/** Published workflows as tools. */
export const publishedTools: ToolServer = {
  scope: 'workflows:run',
  keepsToWorkflows: true,
  list: async (actor, workspaceId) => (await liveTools(actor, workspaceId)).map(describeTool),
  call: runTool,
  cancel: (actor, workspaceId, id) => cancelCall({ actor, workspaceId, id }),
};

async function runTool(
  actor: Actor,
  { id, name, args, progressToken, isStateless, written }: AskedCall,
  request: McpRequest,
): Promise<Reply> {
  const { workspaceId, requestId, traceId, traceparent, header } = request;
  const [tool] = await liveTools(actor, workspaceId, name);
  if (tool === undefined) throw noTool({ id, name });
  const progress = new ProgressQueue(progressToken);
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
  const cancels = isStateless && mayCancel();
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
