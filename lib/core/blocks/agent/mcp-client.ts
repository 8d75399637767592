import type {
  OutboundAttempt,
  OutboundClient,
  OutboundRequest,
} from '../../../platform/outbound-http/contract';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import type { BlockError } from '../block';
import { MAX_TOOL_RESPONSE_BYTES, TOOL_ATTEMPT_MS } from './agent-tool';

/** The newest protocol version this client speaks; servers answer with their own. */
const PROTOCOL_VERSION = '2025-06-18';

export type McpAnswer =
  | { ok: true; result: Readonly<Record<string, unknown>>; attempts: OutboundAttempt[] }
  | { ok: false; error: BlockError; attempts: OutboundAttempt[] };

export interface McpCall {
  signal: AbortSignal;
  idempotencyKey: string;
  remainingMs: number;
  /** True if a repeated request does not act twice. */
  isSafe: boolean;
}

/** A client of one MCP server over streamable HTTP. It only sends requests and opens no stream of its own. */
export class McpClient {
  #session: string | null = null;
  #version = PROTOCOL_VERSION;
  #nextId = 1;

  constructor(
    readonly server: Pick<OutboundRequest, 'url' | 'headers'>,
    readonly http: OutboundClient,
  ) {}

  /** Must be called first. */
  async initialize(call: McpCall): Promise<McpAnswer> {
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'millrace', version: '1' },
    };
    const answer = await this.ask('initialize', params, call);
    if (!answer.ok) return answer;
    const { protocolVersion } = answer.result;
    if (typeof protocolVersion === 'string') this.#version = protocolVersion;
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, call);
    return answer;
  }

  async ask(method: string, params: object, call: McpCall): Promise<McpAnswer> {
    const id = this.#nextId;
    this.#nextId += 1;
    const { response, error, attempts } = await this.#post({ jsonrpc: '2.0', id, method, params }, call);
    if (response === null) return { ok: false, error: error ?? NOT_MCP, attempts };
    if (response.status >= 400)
      return { ok: false, error: failed(`${this.#host} returned ${response.status}.`), attempts };
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = session;
    const message = messagesIn(response.body.toString('utf8')).find((each) => each.id === id);
    if (message === undefined) return { ok: false, error: NOT_MCP, attempts };
    if (isJsonObject(message.error))
      return {
        ok: false,
        error: failed(String(message.error.message ?? 'The server gave no reason.')),
        attempts,
      };
    return { ok: true, result: isJsonObject(message.result) ? message.result : {}, attempts };
  }

  /** Ends the session on the server, if there is one. */
  async close(call: McpCall): Promise<void> {
    if (this.#session === null) return;
    await this.http.request(
      { method: 'DELETE', url: this.server.url, headers: this.#headers(), body: null },
      optionsOf(call),
    );
  }

  get #host(): string {
    return new URL(this.server.url).host;
  }

  #post(message: object, call: McpCall) {
    const headers = [...this.#headers(), ['content-type', 'application/json'] as [string, string]];
    return this.http.request(
      { method: 'POST', url: this.server.url, headers, body: writeJson(message) },
      { ...optionsOf(call), idempotencyKey: `${call.idempotencyKey}-${this.#nextId}` },
    );
  }

  #headers(): Array<[string, string]> {
    return [
      ...this.server.headers,
      ['accept', 'application/json, text/event-stream'],
      ['mcp-protocol-version', this.#version],
      ...(this.#session === null ? [] : [['mcp-session-id', this.#session] as [string, string]]),
    ];
  }
}

const optionsOf = ({ signal, remainingMs, isSafe }: McpCall) => ({
  signal,
  attemptTimeoutMs: TOOL_ATTEMPT_MS,
  totalTimeoutMs: Math.max(1, remainingMs),
  maxResponseBytes: MAX_TOOL_RESPONSE_BYTES,
  retry: { when: isSafe ? 'always' : 'safe', max: 2, isHarmless: isSafe } as const,
});

/** Returns the JSON-RPC messages of a body: one message, an array of them, or a stream of events. */
function messagesIn(body: string): Array<Readonly<Record<string, unknown>>> {
  const texts =
    body.trimStart().startsWith('{') || body.trimStart().startsWith('[') ? [body] : eventsIn(body);
  return texts.flatMap((text) => {
    try {
      const parsed = parseExact(text);
      return (Array.isArray(parsed) ? parsed : [parsed]).filter(isJsonObject);
    } catch {
      return [];
    }
  });
}

/** Returns the data of a stream's events (HTML standard, "server-sent events"). */
function eventsIn(stream: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  for (const line of stream.split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
  }
  return data.length > 0 ? [...events, data.join('\n')] : events;
}

const failed = (message: string): BlockError => ({ code: 'MCP_FAILED', message });

const NOT_MCP = failed('The server did not answer as an MCP server does. Check its URL.');
