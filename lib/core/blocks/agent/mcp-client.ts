import type {
  OutboundAttempt,
  OutboundClient,
  OutboundRequest,
} from '../../../platform/outbound-http/contract';
import { isJsonObject } from '../../../platform/text/exact-number';
import type { BlockError } from '../block';
import { OldWire } from './mcp-old-wire';
import {
  CLIENT_INFO,
  HANDSHAKE_VERSION,
  refusesHandshake,
  STATELESS_VERSION,
  selfDescribed,
  supportedIn,
  whyIncomplete,
  whyNotSpoken,
} from './mcp-revision';
import { StreamableWire } from './mcp-streamable-wire';
import {
  failed,
  type HeaderRow,
  type JsonObject,
  type McpCall,
  type McpSent,
  type McpWire,
  NOT_MCP,
  optionsOf,
} from './mcp-wire';

export type McpAnswer =
  | { ok: true; result: JsonObject; attempts: OutboundAttempt[] }
  | { ok: false; error: BlockError; attempts: OutboundAttempt[] };

/** The answers of a server of revision 2024-11-05 to a POST that it doesn't expect. */
const NO_POST_HERE: ReadonlySet<number | null> = new Set([400, 404, 405]);

/**
 * A client of one MCP server. It speaks the revisions with a handshake, the one without, and the old transport of
 * two addresses, whichever the server understands.
 */
export class McpClient {
  #wire: McpWire;
  #session: string | null = null;
  #version = HANDSHAKE_VERSION;
  #nextId = 1;
  /** The handshake that replaces a lost session. */
  #again: Promise<McpAnswer> | null = null;

  constructor(
    readonly server: Pick<OutboundRequest, 'url' | 'headers'>,
    readonly http: OutboundClient,
  ) {
    this.#wire = new StreamableWire(server.url, http);
  }

  /** True if the server knows no handshake. */
  get isStateless(): boolean {
    return this.#version === STATELESS_VERSION;
  }

  /** Must be called first. */
  async initialize(call: McpCall): Promise<McpAnswer> {
    const sent = await this.#handshake(call);
    const answer = this.#read(sent);
    if (answer.ok) return this.#begin(answer, call);
    if (sent.answer !== null && refusesHandshake(sent.answer)) return this.#discover(answer, call);
    if (sent.answer !== null || !NO_POST_HERE.has(sent.status)) return answer;
    const old = new OldWire(this.server.url, this.http);
    const error = await old.open(this.server.headers, call);
    if (error !== null) {
      old.close();
      return error === NOT_MCP ? answer : { ok: false, error, attempts: answer.attempts };
    }
    this.#wire = old;
    const again = this.#read(await this.#handshake(call));
    if (!again.ok) old.close();
    return again.ok ? this.#begin(again, call) : again;
  }

  /** `headers`: those of this request alone. */
  async ask(
    method: string,
    params: JsonObject,
    call: McpCall,
    headers: readonly HeaderRow[] = [],
  ): Promise<McpAnswer> {
    const session = this.#session;
    const sent = await this.#send(method, params, call, headers);
    if (session === null || !isSessionLost(sent)) return this.#read(sent);
    // The server has done nothing yet, so the request may be sent again.
    const begun = await this.#beginAgain(session, call);
    if (!begun.ok) return { ...begun, attempts: [...sent.attempts, ...begun.attempts] };
    const answer = this.#read(await this.#send(method, params, call, headers));
    return { ...answer, attempts: [...sent.attempts, ...answer.attempts] };
  }

  /** Ends the session on the server, if there is one. */
  async close(call: McpCall): Promise<void> {
    if (this.#wire instanceof OldWire) this.#wire.close();
    else if (this.#session !== null)
      await this.http.request(
        { method: 'DELETE', url: this.server.url, headers: this.#headers(), body: null },
        optionsOf(call),
      );
  }

  #handshake(call: McpCall): Promise<McpSent> {
    this.#session = null;
    this.#version = HANDSHAKE_VERSION;
    const params = { protocolVersion: HANDSHAKE_VERSION, capabilities: {}, clientInfo: CLIENT_INFO };
    return this.#send('initialize', params, call);
  }

  async #begin(answer: McpAnswer & { ok: true }, call: McpCall): Promise<McpAnswer> {
    const { protocolVersion } = answer.result;
    if (typeof protocolVersion === 'string') this.#version = protocolVersion;
    if (!this.isStateless)
      await this.#wire.tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, this.#headers(), call);
    return answer;
  }

  /** Asks a server that refused the handshake in the way of the revision without one. */
  async #discover(refused: McpAnswer & { ok: false }, call: McpCall): Promise<McpAnswer> {
    this.#version = STATELESS_VERSION;
    const found = await this.ask('server/discover', {}, call);
    if (!found.ok) return { ...refused, error: found.error };
    const words = whyNotSpoken(found.result);
    return words === null ? found : { ok: false, error: failed(words), attempts: found.attempts };
  }

  /** Begins a session in place of a lost one; calls that lost the same one share it. */
  async #beginAgain(lost: string, call: McpCall): Promise<McpAnswer> {
    if (this.#session !== null && this.#session !== lost) return { ok: true, result: {}, attempts: [] };
    this.#again ??= this.initialize({ ...call, isSafe: true }).finally(() => {
      this.#again = null;
    });
    return this.#again;
  }

  async #send(
    method: string,
    params: JsonObject,
    call: McpCall,
    headers: readonly HeaderRow[] = [],
  ): Promise<McpSent> {
    const id = this.#nextId;
    this.#nextId += 1;
    const own = this.isStateless ? selfDescribed(method, params) : { params, headers: [] };
    const request = { id, method, params: own.params, headers: [...own.headers, ...headers] };
    const sent = await this.#wire.request(request, this.#headers(), call);
    if (sent.session !== null && !this.isStateless) this.#session = sent.session;
    return sent;
  }

  #read({ answer, status, words, error, attempts }: McpSent): McpAnswer {
    if (error !== null) return { ok: false, error, attempts };
    const refusal = answer?.error;
    const refused = (message: string): McpAnswer => ({ ok: false, error: failed(message), attempts });
    const host = new URL(this.server.url).host;
    if (status !== null && status >= 400) {
      const said = isJsonObject(refusal) ? reasonOf(refusal) : shortWords(words);
      return refused(`${host} returned ${status}${said === '' ? '.' : `: ${said}`}`);
    }
    if (answer === null) return { ok: false, error: NOT_MCP, attempts };
    if (isJsonObject(refusal)) return refused(reasonOf(refusal));
    const result = isJsonObject(answer.result) ? answer.result : {};
    const incomplete = whyIncomplete(result);
    return incomplete === null ? { ok: true, result, attempts } : refused(incomplete);
  }

  #headers(): HeaderRow[] {
    const session: HeaderRow[] = this.#session === null ? [] : [['mcp-session-id', this.#session]];
    const version: HeaderRow[] = this.isStateless ? [] : [['mcp-protocol-version', this.#version]];
    return [...this.server.headers, ...version, ...session];
  }
}

/** True for the 404 of the protocol, and for the 400 that servers of the official packages give instead. */
const isSessionLost = ({ status, words }: McpSent): boolean =>
  status === 404 || (status === 400 && /session/i.test(words));

const MAX_REASON_CHARACTERS = 500;

const reasonOf = (error: JsonObject): string =>
  [String(error.message ?? 'The server gave no reason.'), supportedIn(error)]
    .filter((text) => text !== null)
    .join(' ')
    .slice(0, MAX_REASON_CHARACTERS);

/** A page says nothing to a person who looks for a reason. */
const shortWords = (words: string): string =>
  words.trimStart().startsWith('<')
    ? ''
    : words
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_REASON_CHARACTERS);
