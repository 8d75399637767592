import type { OutboundRequest } from '../../../../platform/outbound-http/contract';
import { carriesBody } from '../../../../platform/outbound-http/methods';
import { appendQuery, queryKeys } from '../../append-query';
import type { SentAuth } from '../../auth';
import type { BlockError, PreviewResult } from '../../block';
import type { ResolvedApiConfig } from '../config/api-config';
import { explainBadAuth } from '../config/check-auth';
import { fillPathParams } from '../config/path-params';
import { type AuthRows, authRows } from './auth-rows';
import type { FetchedAuth } from './auth-source';
import { BodyError, encodeBody } from './encode-body';

/** The config field to change, by error code. */
const FIELD_AT_FAULT: Readonly<Record<string, string>> = {
  URL_INVALID: 'url',
  ADDRESS_NOT_ALLOWED: 'url',
  DNS_FAILED: 'url',
  HEADER_FORBIDDEN: 'headers',
  HEADER_INVALID: 'headers',
  REQUEST_TOO_LARGE: 'body',
  TOO_MANY_REDIRECTS: 'maxRedirects',
};

/** Stands for a token that is fetched only when the request is sent. */
const TOKEN_TO_COME: SentAuth = { kind: 'bearer', token: '***' };

/** Returns the authentication to fetch before the request can be made; null if there is none. */
export function authToFetch(config: ResolvedApiConfig): FetchedAuth | null {
  const { auth } = config;
  // A connection may set another place than the Authorization header that already exists.
  if (auth.kind === 'connection') return auth;
  return auth.kind === 'oauth2ClientCredentials' && !hasOwnAuthorization(config) ? auth : null;
}

/** True if the author's own header replaces a token. */
export const hasOwnAuthorization = ({ headers }: ResolvedApiConfig): boolean => has(headers, 'authorization');

/**
 * Converts a resolved config to a request; previews and runs both use it, so that a preview shows what
 * is sent. `fetched`: the fetched authentication; null before it is fetched. `nextUrl`: a server's URL
 * that replaces the config's URL and query; only authentication is added to it.
 */
export function prepareRequest(
  config: ResolvedApiConfig,
  fetched: SentAuth | null,
  nextUrl: string | null = null,
): PreviewResult {
  const filled =
    nextUrl === null ? fillPathParams(config.url, config.pathParams) : { url: nextUrl, missing: [] };
  if (filled.missing.length > 0) {
    const names = filled.missing.map((name) => `"${name}"`).join(', ');
    const message = `The URL has no value for ${names}. Fill it in under Path parameters.`;
    return refused({ code: 'PATH_PARAM_MISSING', message, field: 'pathParams' });
  }
  const params = nextUrl === null ? config.params : [];
  const auth = readAuth({ ...config, url: filled.url, params }, fetched);
  if ('code' in auth) return refused(auth);
  const headers = [...config.headers, ...auth.headers].map(([name, value]): [string, string] => [
    name,
    value,
  ]);
  const url = appendQuery(filled.url, [...params, ...auth.params]);
  const request: OutboundRequest = { method: config.method, url, headers, body: null };
  if (carriesBody(config.method)) {
    try {
      const { content, contentType } = encodeBody(config.body);
      if (contentType !== null) addContentType(headers, contentType);
      request.body = content;
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      return refused({ code: 'BODY_INVALID', message: error.message, field: 'body' });
    }
  }
  const { warnings, secrets } = auth;
  return { ok: true, request: { request, authoredHeaders: config.headers.length }, warnings, secrets };
}

/**
 * Adds the Content-Type. The author's own row wins, but a multipart type needs the boundary of the body:
 * one pasted from documentation has none, one copied from a browser has another.
 */
function addContentType(headers: Array<[string, string]>, contentType: string): void {
  if (!has(headers, 'content-type')) headers.push(['Content-Type', contentType]);
  const at = contentType.startsWith('multipart/') ? contentType.indexOf('; boundary=') : -1;
  if (at === -1) return;
  const boundary = contentType.slice(at);
  for (const header of headers) {
    const [name, value] = header;
    if (name.trim().toLowerCase() !== 'content-type' || !/^\s*multipart\//i.test(value)) continue;
    header[1] = value.trim().replace(/;\s*boundary=(?:"[^"]*"|[^;]*)/gi, '') + boundary;
  }
}

/** Returns the rows of the authentication; an author's own row of the same name wins over the preset. */
function readAuth(config: ResolvedApiConfig, fetched: SentAuth | null): AuthRows | BlockError {
  const { auth, headers, params, url } = config;
  const problem = explainBadAuth(auth);
  if (problem !== null) return { code: 'AUTH_INVALID', message: problem, field: 'auth' };
  if (auth.kind === 'none') return { headers: [], params: [], secrets: [], warnings: [] };
  const isFetched = auth.kind === 'oauth2ClientCredentials' || auth.kind === 'connection';
  const sent = isFetched ? (fetched ?? TOKEN_TO_COME) : auth;
  const rows = authRows(sent);
  const warnings = [...rows.warnings];
  const ownKeys = new Set([...queryKeys(url), ...params.map(([key]) => key)]);
  const drop = (place: string, name: string) => {
    warnings.push(`${place} has "${name}" already; the one under Auth is not sent.`);
    return false;
  };
  return {
    ...rows,
    // A password of the author's own is already known as a secret.
    secrets: isFetched && sent.kind === 'basic' ? [...rows.secrets, sent.password] : rows.secrets,
    headers: rows.headers.filter(([name]) => !has(headers, name.toLowerCase()) || drop('Headers', name)),
    params: rows.params.filter(([key]) => !ownKeys.has(key) || drop('The query', key)),
    warnings,
  };
}

function has(headers: ReadonlyArray<readonly [string, string]>, name: string): boolean {
  return headers.some(([given]) => given.trim().toLowerCase() === name);
}

function refused(error: BlockError): PreviewResult {
  return { ok: false, error: { phase: 'request', retryable: false, retryAfterMs: null, ...error } };
}

/** Adds the name of the field to change. */
export function withField<Failure extends BlockError>(error: Failure): Failure {
  const field = FIELD_AT_FAULT[error.code];
  return field === undefined ? { ...error } : { ...error, field };
}
