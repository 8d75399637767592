import { type Reply, reply } from '../../platform/http/reply';
import { isJsonObject, parseExact } from '../../platform/text/exact-number';
import { isNestedTooDeeply } from '../../platform/text/json-depth';

/** Error codes of JSON-RPC 2.0, as MCP uses them. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
/** A code from the range for servers: the key was revoked, or its owner is no longer a member. */
export const ACCESS_ENDED = -32001;

export type MessageId = string | number;

export type Message =
  | { kind: 'request'; id: MessageId; method: string; params: Params }
  /** Expects no answer. `method`: null for an answer to a request that nobody sent. */
  | { kind: 'notification'; method: string | null; params: Params };

type Params = Readonly<Record<string, unknown>>;

/** An error in a message, as reported to its sender. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly id: MessageId | null = null,
    /** `status`: that of the HTTP response; without it, the code says it. */
    readonly more: { status?: number; data?: object } = {},
  ) {
    super(message);
  }
}

/** @throws RpcError PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS */
export function readMessage(text: string): Message {
  const message = parsed(text);
  if (Array.isArray(message)) throw new RpcError(INVALID_REQUEST, 'Send one message, not a batch.');
  if (!isJsonObject(message) || message.jsonrpc !== '2.0')
    throw new RpcError(INVALID_REQUEST, 'Send a JSON-RPC 2.0 message.');
  const { id, method } = message;
  // Some clients send null for what they leave out.
  const params = message.params ?? {};
  const isAnswer = (method ?? null) === null && ('result' in message || 'error' in message);
  // The server never sends requests to clients, so their responses are ignored.
  if (isAnswer) return { kind: 'notification', method: null, params: {} };
  if (typeof method !== 'string') throw new RpcError(INVALID_REQUEST, 'A request names its method.');
  if (id === undefined) return { kind: 'notification', method, params: isJsonObject(params) ? params : {} };
  if (typeof id !== 'string' && !Number.isSafeInteger(id))
    throw new RpcError(INVALID_REQUEST, 'An id is text or a whole number.');
  const known = id as MessageId;
  if (!isJsonObject(params)) throw new RpcError(INVALID_PARAMS, 'Parameters are an object.', known);
  return { kind: 'request', id: known, method, params };
}

function parsed(text: string): unknown {
  if (isNestedTooDeeply(text)) throw new RpcError(INVALID_REQUEST, 'The message is nested too deeply.');
  try {
    return parseExact(text);
  } catch {
    throw new RpcError(PARSE_ERROR, 'The body is not valid JSON.');
  }
}

export const resultMessage = (id: MessageId, result: object) => ({ jsonrpc: '2.0', id, result });

export const errorMessage = (id: MessageId | null, code: number, message: string, data?: object) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

/** Returns 400 if the message is not a valid request; a request that fails is answered with 200. */
export function errorReply({ code, message, id, more }: RpcError): Reply {
  const status = more.status ?? (code === PARSE_ERROR || code === INVALID_REQUEST ? 400 : 200);
  return reply(errorMessage(id, code, message, more.data), status);
}
