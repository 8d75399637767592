import { isJsonObject } from '../../platform/text/exact-number';
import { INVALID_PARAMS, type Message, RpcError } from './json-rpc';

/** Newest first. Those with a handshake don't differ in anything used here. */
const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** Has no handshake: each request says everything about itself. */
const STATELESS_VERSION = '2026-07-28';
export const PROTOCOL_VERSIONS = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

export const SERVER_INFO = { name: 'millrace', title: 'Millrace', version: '1.0.0' };

/** Error codes of the protocol. */
const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;
const BAD_REQUEST = 400;

const META = 'io.modelcontextprotocol/';
const MAX_NAMED_CHARACTERS = 40;

type Request = Extract<Message, { kind: 'request' }>;
type Header = (name: string) => string | undefined;

/** Returns the client's version if it is known, else the newest with a handshake, which the client may refuse. */
export const agreedVersion = (asked: unknown): string =>
  HANDSHAKE_VERSIONS.find((version) => version === asked) ?? HANDSHAKE_VERSIONS[0] ?? '';

/**
 * Returns true for a message of the revision without handshake, whose headers must agree with it.
 * @throws RpcError for a version that isn't spoken, and for a message that doesn't describe itself
 */
export function isStateless(message: Message, header: Header): boolean {
  const id = message.kind === 'request' ? message.id : null;
  const sent = header('mcp-protocol-version');
  const meta = metaOf(message);
  const named = meta[`${META}protocolVersion`] ?? undefined;
  for (const version of [sent, named]) if (version !== undefined) requireKnown(version, id);
  if (sent !== STATELESS_VERSION && named !== STATELESS_VERSION) return false;
  // The revision has no notifications over HTTP.
  if (message.kind === 'request') requireSelfDescribed(message, meta, header);
  return true;
}

function requireKnown(version: unknown, id: Request['id'] | null): void {
  if (PROTOCOL_VERSIONS.some((known) => known === version)) return;
  const requested = String(version).slice(0, MAX_NAMED_CHARACTERS);
  const words = `Version ${requested} of the protocol is not supported. Use ${PROTOCOL_VERSIONS.join(', ')}.`;
  const data = { supported: PROTOCOL_VERSIONS, requested };
  throw new RpcError(UNSUPPORTED_VERSION, words, id, { status: BAD_REQUEST, data });
}

function requireSelfDescribed(
  { id, method, params }: Request,
  meta: Readonly<Record<string, unknown>>,
  header: Header,
): void {
  for (const name of ['protocolVersion', 'clientCapabilities']) {
    if ((meta[META + name] ?? null) !== null) continue;
    throw new RpcError(INVALID_PARAMS, `Send ${META}${name} in _meta.`, id, { status: BAD_REQUEST });
  }
  const expected: Array<[name: string, value: unknown]> = [
    ['mcp-protocol-version', STATELESS_VERSION],
    ['mcp-method', method],
  ];
  if (method === 'tools/call') expected.push(['mcp-name', params.name]);
  for (const [name, value] of expected) {
    if (decoded(header(name)) === value) continue;
    throw new RpcError(HEADER_MISMATCH, `The header ${name} must be the same as in the message.`, id, {
      status: BAD_REQUEST,
    });
  }
}

const metaOf = (message: Message): Readonly<Record<string, unknown>> =>
  isJsonObject(message.params._meta) ? message.params._meta : {};

/** Decodes a value that a header can't carry as it is. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Returns a result as the revision without handshake writes it. */
export const selfDescribedResult = (result: object): object => ({
  resultType: 'complete',
  ...result,
  _meta: { [`${META}serverInfo`]: SERVER_INFO },
});

/** Nobody may keep a list: a workflow can be published at any moment. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' };
