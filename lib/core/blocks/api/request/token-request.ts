import type { OutboundClient, OutboundRequest } from '../../../../platform/outbound-http/contract';
import { KnownServers } from '../../../../platform/outbound-http/known-servers';
import type { TokenRefusal } from './token-answer';

/** The client of a token server, and its credentials. Without a secret only its id is sent. */
export interface TokenClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The first way to send id and secret: HTTP Basic or form fields. */
  sendCredentials: 'header' | 'body';
}

/** `plainHeader`: Basic with id and secret unencoded, for servers that don't decode them. */
type Credentials = 'header' | 'plainHeader' | 'body';

/** The form of the requests that a token server accepts. */
export interface AskingWay {
  credentials: Credentials;
  body: 'form' | 'json';
  /** True without the field that some servers refuse. */
  isShort: boolean;
}

/** `dispensable`: a field of `form` that a server may refuse. */
interface Asked {
  client: TokenClient;
  form: URLSearchParams;
  dispensable?: string;
}

const known = new KnownServers<AskingWay>();

/** Returns the way that a server accepted last, else the one set for its client. */
export function firstWay(client: TokenClient, http: OutboundClient): AskingWay {
  const usual: AskingWay = { credentials: credentialsOf(client)[0] ?? 'body', body: 'form', isShort: false };
  return known.get(http, keyOf(client)) ?? usual;
}

/** Remembers the accepted way, so that the next token costs one request. */
export const rememberWay = (client: TokenClient, http: OutboundClient, way: AskingWay): void =>
  known.set(http, keyOf(client), way);

const keyOf = ({ tokenUrl, clientId, clientSecret, sendCredentials }: TokenClient): string =>
  JSON.stringify([tokenUrl, clientId, clientSecret === '', sendCredentials]);

/**
 * Returns the next way to ask a server that refused, by its refusal; null if that was not about the form
 * of the request. A server authenticates a client before it looks at the rest (RFC 6749, 4.1.3), so the
 * refusal does not use up a code or a refresh token.
 */
export function otherWay(
  { client, dispensable }: Asked,
  tried: readonly AskingWay[],
  refusal: TokenRefusal & { status: number },
): AskingWay | null {
  const last = tried.at(-1);
  if (last === undefined) return null;
  if (last.body === 'form' && wantsJson(refusal)) return { ...last, body: 'json' };
  const canShorten = dispensable !== undefined && !last.isShort;
  if (canShorten && refusesField(dispensable, refusal)) return { ...last, isShort: true };
  if (!concernsClient(refusal)) return null;
  const used = new Set(
    tried.filter(({ isShort }) => isShort === last.isShort).map(({ credentials }) => credentials),
  );
  const all = credentialsOf(client);
  const credentials = all.find((some) => !used.has(some));
  if (credentials !== undefined) return { ...last, credentials };
  // LinkedIn says `invalid_client` to a client whose request has a `code_verifier`.
  return canShorten ? { ...last, credentials: all[0] ?? last.credentials, isShort: true } : null;
}

/** True if a server names the field, as one that it doesn't know. */
function refusesField(field: string, { status, code, words }: TokenRefusal & { status: number }): boolean {
  if (status >= 500 || OF_THE_GRANT.has(code?.toLowerCase() ?? '')) return false;
  return `${code} ${words}`.toLowerCase().includes(field);
}

/** Returns the ways to send the credentials, in the order in which they are tried. */
function credentialsOf({ clientId, clientSecret, sendCredentials }: TokenClient): Credentials[] {
  if (clientSecret === '') return ['body'];
  const isPlain = formEncode(clientId) === clientId && formEncode(clientSecret) === clientSecret;
  // A colon in the id would end it, so the unencoded form is not tried.
  const headers: Credentials[] = isPlain || clientId.includes(':') ? ['header'] : ['header', 'plainHeader'];
  return sendCredentials === 'header' ? [...headers, 'body'] : ['body', ...headers];
}

/** Refusals of the request, not of the client (RFC 6749, 5.2; RFC 8628, 3.5). */
const OF_THE_GRANT: ReadonlySet<string> = new Set([
  'access_denied',
  'authorization_pending',
  'expired_token',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'slow_down',
  'unsupported_grant_type',
]);
const OF_THE_CLIENT: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);
const NAMES_THE_CLIENT = /client[ _-]?(?:id|secret|credential|auth|not)|basic auth|authorization header/i;

/** True if a server may not have found the client in the place it expects. */
export function concernsClient({ status, code, words }: TokenRefusal & { status: number }): boolean {
  const lowerCode = code?.toLowerCase() ?? '';
  if (OF_THE_GRANT.has(lowerCode) || status >= 500) return false;
  return status === 401 || OF_THE_CLIENT.has(lowerCode) || NAMES_THE_CLIENT.test(`${code} ${words}`);
}

/** True if a refusal asks for JSON, which is all that Notion and others accept. */
function wantsJson({ status, code, words }: TokenRefusal & { status: number }): boolean {
  const isRefusal = status >= 400 && status < 500 && !OF_THE_GRANT.has(code ?? '');
  return status === 415 || (isRefusal && /json|content[ -]?type/i.test(`${code} ${words}`));
}

/** `form`: `grant_type` and its parameters. */
export function tokenRequest(
  { client: { tokenUrl, clientId, clientSecret }, form, dispensable }: Asked,
  { credentials, body, isShort }: AskingWay,
): OutboundRequest {
  const fields = new URLSearchParams(form);
  if (isShort && dispensable !== undefined) fields.delete(dispensable);
  const headers: OutboundRequest['headers'] = [
    ['Accept', 'application/json'],
    ['Content-Type', body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'],
  ];
  if (credentials === 'body') {
    fields.set('client_id', clientId);
    if (clientSecret !== '') fields.set('client_secret', clientSecret);
  } else {
    // RFC 6749, 2.3.1: both are form-encoded before they are joined.
    const encode = credentials === 'header' ? formEncode : (text: string) => text;
    const pair = `${encode(clientId)}:${encode(clientSecret)}`;
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  }
  const text = body === 'json' ? JSON.stringify(Object.fromEntries(fields)) : fields.toString();
  return { method: 'POST', url: tokenUrl, headers, body: text };
}

export function formEncode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
