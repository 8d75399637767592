import type { JsonSchema } from '../../../platform/models/contract';
import { isJsonObject } from '../../../platform/text/exact-number';
import type { HeaderRow, JsonObject } from './mcp-wire';

/** The newest revision with a handshake; servers answer with their own. */
export const HANDSHAKE_VERSION = '2025-06-18';
/** The revision without handshake and sessions: each request says everything about itself. */
export const STATELESS_VERSION = '2026-07-28';

export const CLIENT_INFO = { name: 'millrace', version: '1' };

/** The errors by which a server without a handshake refuses one; others mean something else elsewhere. */
const STATELESS_ERRORS: ReadonlySet<unknown> = new Set([-32_020, -32_021, -32_022]);

/** True if a refusal of `initialize` comes from a server that knows no handshake. */
export function refusesHandshake({ error }: JsonObject): boolean {
  if (!isJsonObject(error)) return false;
  return STATELESS_ERRORS.has(error.code) || error.code === -32_601;
}

/** Returns the members that each request has without a handshake. */
export function selfDescribed(
  method: string,
  params: JsonObject,
): { params: JsonObject; headers: HeaderRow[] } {
  const headers: HeaderRow[] = [
    ['mcp-protocol-version', STATELESS_VERSION],
    ['mcp-method', method],
  ];
  if (typeof params.name === 'string') headers.push(['mcp-name', headerValue(params.name)]);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
    'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { params: { ...params, _meta: meta }, headers };
}

/** Returns why a server that knows no handshake can't be used; null if it can. */
export function whyNotSpoken(result: JsonObject): string | null {
  const { supportedVersions } = result;
  if (!Array.isArray(supportedVersions) || supportedVersions.includes(STATELESS_VERSION)) return null;
  return versionWords(supportedVersions);
}

/** Names the versions in an error that refuses this client's; null if it names none. */
export function supportedIn(error: JsonObject): string | null {
  const { data } = error;
  return isJsonObject(data) && Array.isArray(data.supported) ? versionWords(data.supported) : null;
}

const MAX_NAMED_VERSIONS = 10;

const versionWords = (versions: readonly unknown[]): string =>
  `It speaks the versions ${versions.slice(0, MAX_NAMED_VERSIONS).map(String).join(', ')} of the protocol; ` +
  `this client speaks ${STATELESS_VERSION}, and versions up to 2025-11-25.`;

/** Returns why the result of a call is not one; null for a complete one. */
export function whyIncomplete({ resultType = 'complete' }: JsonObject): string | null {
  if (resultType === 'complete' || resultType === null) return null;
  return resultType === 'input_required'
    ? 'The server asks a person for more, which is not supported here.'
    : `The server gave a result of the type "${String(resultType).slice(0, 80)}", which is not supported here.`;
}

const PARAMETER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SENT_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const MAX_PARAMETER_DEPTH = 20;

interface SentParameter {
  header: string;
  path: readonly string[];
}

/** Returns the arguments that a tool's schema wants in headers too; null if it wants them in a wrong way. */
export function sentParameters(schema: JsonSchema): SentParameter[] | null {
  const found: SentParameter[] = [];
  const read = (part: unknown, path: readonly string[]): boolean => {
    if (!isJsonObject(part)) return true;
    const name = part['x-mcp-header'];
    if (name !== undefined) {
      const isGood = typeof name === 'string' && PARAMETER_NAME.test(name) && SENT_TYPES.has(part.type);
      if (!isGood || path.length === 0) return false;
      found.push({ header: `mcp-param-${name.toLowerCase()}`, path });
    }
    if (!isJsonObject(part.properties) || path.length >= MAX_PARAMETER_DEPTH) return true;
    return Object.entries(part.properties).every(([key, value]) => read(value, [...path, key]));
  };
  if (!read(schema, [])) return null;
  return new Set(found.map(({ header }) => header)).size === found.length ? found : null;
}

export function parameterHeaders(sent: readonly SentParameter[], args: JsonObject): HeaderRow[] {
  return sent.flatMap(({ header, path }): HeaderRow[] => {
    let value: unknown = args;
    for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : null;
    return value === null || typeof value === 'object' ? [] : [[header, headerValue(String(value))]];
  });
}

/** Returns a text as the protocol writes it in a header. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
