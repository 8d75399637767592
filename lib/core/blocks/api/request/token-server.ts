import { z } from 'zod';
import type {
  OutboundClient,
  OutboundOptions,
  OutboundRequest,
  OutboundResult,
} from '../../../../platform/outbound-http/contract';
import type { BlockError } from '../../block';

const SECOND_MS = 1_000;
/** Ten years: dates have an end. */
const MAX_LIFETIME_MS = 10 * 365 * 24 * 60 * 60 * SECOND_MS;
const MAX_SHOWN_REASON = 300;

const OPTIONS: OutboundOptions = {
  attemptTimeoutMs: 20 * SECOND_MS,
  totalTimeoutMs: 40 * SECOND_MS,
  maxResponseBytes: 64 * 1024,
  // A redirect would take the credentials along, or lose them.
  maxRedirects: 0,
};

/** Who asks a token server, and how it proves that. Without a secret only its id is sent. */
export interface TokenClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** How id and secret are sent: HTTP Basic, or fields of the form. */
  sendCredentials: 'header' | 'body';
}

export interface TokenQuestion {
  client: TokenClient;
  /** `grant_type` and what belongs to it. */
  form: URLSearchParams;
  /** Names of form fields that nobody may read; a server may well repeat what it was sent. */
  secretFields?: readonly string[];
  /** `safe`: never twice when the server may have acted on it, as what is sent can be used only once. */
  retry: 'always' | 'safe';
}

/** `lifetimeMs`: null when the server doesn't say. */
export interface IssuedToken {
  token: string;
  lifetimeMs: number | null;
  refreshToken: string | null;
}

/** `refusal`: the server's own code (RFC 6749, 5.2); null when it gave none. */
export type TokenServerAnswer =
  | { ok: true; issued: IssuedToken }
  | { ok: false; error: BlockError; refusal: string | null };

const Token = z.string().regex(/^[\x21-\x7e]{1,16384}$/);

/** RFC 6749, 5.1; some servers write the lifetime as text. */
const TokenResponse = z.object({
  access_token: Token,
  token_type: z.string().optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: Token.nullish(),
});
const TokenRefusal = z.object({ error: z.string(), error_description: z.string().optional() });

/** Asks a token server once. Failures are `OAUTH_TOKEN_FAILED` with the server's own words, shortened. */
export async function askTokenServer(
  question: TokenQuestion,
  http: OutboundClient,
): Promise<TokenServerAnswer> {
  const retry = { when: question.retry, max: 2, isHarmless: question.retry === 'always' };
  const result = await http.request(tokenRequest(question), { ...OPTIONS, retry });
  const { response } = result;
  if (response === null || response.status !== 200) return failed(question, result);
  const json = readJson(response.body);
  // Some servers refuse with status 200.
  if (TokenRefusal.safeParse(json).success) return failed(question, result);
  const parsed = TokenResponse.safeParse(json);
  if (!parsed.success) return failed(question, result, 'its answer holds no usable access_token');
  const { access_token, token_type = 'bearer', expires_in, refresh_token } = parsed.data;
  if (token_type.toLowerCase() !== 'bearer') {
    const reason = `it gives a token of type "${token_type}", only bearer tokens are supported`;
    return failed(question, result, reason);
  }
  const lifetimeMs = expires_in === undefined ? null : Math.min(expires_in * SECOND_MS, MAX_LIFETIME_MS);
  return { ok: true, issued: { token: access_token, lifetimeMs, refreshToken: refresh_token ?? null } };
}

function tokenRequest({ client, form: given }: TokenQuestion): OutboundRequest {
  const form = new URLSearchParams(given);
  const headers: OutboundRequest['headers'] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ];
  const { clientId, clientSecret } = client;
  if (client.sendCredentials === 'header' && clientSecret !== '') {
    // RFC 6749, 2.3.1: each is form-encoded before they are joined.
    const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  } else {
    form.set('client_id', clientId);
    if (clientSecret !== '') form.set('client_secret', clientSecret);
  }
  return { method: 'POST', url: client.tokenUrl, headers, body: form.toString() };
}

function formEncode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

function failed(question: TokenQuestion, { response, error }: OutboundResult, reason?: string) {
  const cause = reason ?? (response === null ? (error?.message ?? 'no response came') : refusalOf(response));
  const message = `No access token from ${hostOf(question.client.tokenUrl)}: ${bounded(cause, question)}`;
  const retryable =
    response === null ? (error?.retryable ?? true) : response.status >= 500 || response.isRateLimited;
  const retryAfterMs = response?.retryAfterMs ?? null;
  const refusal = TokenRefusal.safeParse(response === null ? null : readJson(response.body));
  return {
    ok: false,
    refusal: refusal.success ? refusal.data.error : null,
    error: { code: 'OAUTH_TOKEN_FAILED', message, field: 'auth', phase: 'auth', retryable, retryAfterMs },
  } as const;
}

function refusalOf({ status, isRateLimited, body }: NonNullable<OutboundResult['response']>): string {
  if (status >= 300 && status < 400) return `it redirects (${status}). Enter the final token URL.`;
  const refusal = TokenRefusal.safeParse(readJson(body));
  const words = refusal.success
    ? [refusal.data.error, refusal.data.error_description].filter(Boolean).join(', ')
    : body.toString('utf8');
  const limit = isRateLimited ? ', as its rate limit is reached' : '';
  return `it returned ${status}${limit}${words.trim() === '' ? '' : `: ${words}`}`;
}

function bounded(text: string, { client, form, secretFields = [] }: TokenQuestion): string {
  const secrets = [client.clientSecret, ...secretFields.map((name) => form.get(name) ?? '')];
  const masked = secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '***').replaceAll(formEncode(secret), '***'), text);
  const line = masked.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > MAX_SHOWN_REASON ? `${line.slice(0, MAX_SHOWN_REASON)}…` : line;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the token server';
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
