import type {
  OutboundAttempt,
  OutboundOptions,
  OutboundResponse,
  OutboundResult,
} from '../../../platform/outbound-http/contract';
import { EventReader, type StreamEvent } from '../../../platform/text/event-stream';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';
import type { BlockError } from '../block';
import { MAX_TOOL_RESPONSE_BYTES, TOOL_ATTEMPT_MS } from './agent-tool';

export type JsonObject = Readonly<Record<string, unknown>>;
export type HeaderRow = [name: string, value: string];

export interface McpCall {
  signal: AbortSignal;
  idempotencyKey: string;
  remainingMs: number;
  /** True if a repeated request does not act twice. */
  isSafe: boolean;
}

/** A request of JSON-RPC. `headers`: those of this request alone. */
export interface McpRequest {
  id: number;
  method: string;
  params: JsonObject;
  headers: readonly HeaderRow[];
}

/** `answer`: the message that answers the request, a result or an error; null without one. */
export interface McpSent {
  answer: JsonObject | null;
  /** The status of the HTTP response; null without one. */
  status: number | null;
  /** The beginning of a response of 400 and more. */
  words: string;
  session: string | null;
  /** Why no response came; null when one did. */
  error: BlockError | null;
  attempts: OutboundAttempt[];
}

/** The way messages go to a server and its answers come back. */
export interface McpWire {
  request(request: McpRequest, headers: readonly HeaderRow[], call: McpCall): Promise<McpSent>;
  /** Sends a message that nobody answers. */
  tell(message: object, headers: readonly HeaderRow[], call: McpCall): Promise<void>;
}

export const failed = (message: string): BlockError => ({ code: 'MCP_FAILED', message });

export const NOT_MCP = failed('The server did not answer as an MCP server does. Check its URL.');

const MAX_WORDS_CHARACTERS = 2_000;

export const optionsOf = ({ signal, remainingMs, isSafe }: McpCall) => ({
  signal,
  attemptTimeoutMs: TOOL_ATTEMPT_MS,
  totalTimeoutMs: Math.max(1, remainingMs),
  maxResponseBytes: MAX_TOOL_RESPONSE_BYTES,
  retry: { when: isSafe ? 'always' : 'safe', max: 2, isHarmless: isSafe } as const,
});

export function sentOf({ response, error, attempts }: OutboundResult, answer: JsonObject | null): McpSent {
  const session = response?.headers['mcp-session-id'];
  const isRefusal = response !== null && response.status >= 400;
  return {
    answer,
    attempts,
    status: response?.status ?? null,
    words: isRefusal ? response.body.subarray(0, MAX_WORDS_CHARACTERS).toString('utf8') : '',
    session: typeof session === 'string' ? session : null,
    error: response === null ? (error ?? NOT_MCP) : null,
  };
}

/** Returns the messages in a text of JSON: one, or an array of them (before revision 2025-06-18). */
export function messagesIn(text: string): JsonObject[] {
  try {
    const parsed = parseExact(text);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(isJsonObject);
  } catch {
    return [];
  }
}

/** True for the answer to a request; a server's own requests may have the same id. */
export const isAnswerTo = (id: number, message: JsonObject): boolean =>
  String(message.id) === String(id) && message.method === undefined;

/** Returns the answer in a response, or the error without an id that refuses the request. */
export function answerIn({ headers, body }: OutboundResponse, id: number): JsonObject | null {
  const messages = isEventStream(headers['content-type'])
    ? eventsIn(body).flatMap(({ data }) => messagesIn(data))
    : messagesIn(body.toString('utf8'));
  const refusal = messages.find((message) => isJsonObject(message.error) && (message.id ?? null) === null);
  return messages.find((message) => isAnswerTo(id, message)) ?? refusal ?? null;
}

function eventsIn(body: Buffer): StreamEvent[] {
  const reader = new EventReader();
  return [...reader.add(body), ...reader.end()];
}

export const isEventStream = (contentType: string | string[] | undefined): boolean =>
  typeof contentType === 'string' && /^text\/event-stream\b/i.test(contentType);

/** Reads a response as events, if it is a stream of them; the stream ends when `onEvent` returns true. */
export const watchEvents = (
  onEvent: (event: StreamEvent) => boolean,
): Pick<OutboundOptions, 'onResponse'> => ({
  onResponse: ({ headers }) => {
    if (!isEventStream(headers['content-type'])) return null;
    const reader = new EventReader();
    return (chunk) => reader.add(chunk).some(onEvent);
  },
});

/** A server's own request, which it may wait for. */
export const isServerRequest = ({ id, method }: JsonObject): boolean =>
  typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');

/** Returns the answer to a server's own request: this client can do nothing for a server but say that it lives. */
export const answerToServer = ({ id, method }: JsonObject): object =>
  method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: -32601, message: `This client does not support ${method}.` } };
