import { z } from 'zod';
import type {
  OutboundClient,
  OutboundOptions,
  OutboundRequest,
  OutboundResult,
} from '../../../../platform/outbound-http/contract';
import type { TokenAnswer, TokenGrant } from './token-grant';

const SECOND_MS = 1_000;
/** Of a server that doesn't say. */
const DEFAULT_LIFETIME_MS = 5 * 60 * SECOND_MS;
const MAX_LIFETIME_MS = 24 * 60 * 60 * SECOND_MS;
const MAX_SHOWN_REASON = 300;

const OPTIONS: OutboundOptions = {
  attemptTimeoutMs: 20 * SECOND_MS,
  totalTimeoutMs: 40 * SECOND_MS,
  maxResponseBytes: 64 * 1024,
  // A redirect would take the credentials along, or lose them.
  maxRedirects: 0,
  retry: { when: 'always', max: 2 },
};

/** RFC 6749, 5.1; some servers write the lifetime as text. */
const TokenResponse = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  token_type: z.string().optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});
const TokenRefusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Asks the token server once (RFC 6749, 4.4). Failures are `OAUTH_TOKEN_FAILED` with the server's own words,
 * shortened.
 */
export async function requestToken(grant: TokenGrant, http: OutboundClient): Promise<TokenAnswer> {
  const result = await http.request(tokenRequest(grant), OPTIONS);
  const { response } = result;
  if (response === null || response.status !== 200) return failed(grant, result);
  const parsed = TokenResponse.safeParse(readJson(response.body));
  if (!parsed.success) return failed(grant, result, 'its answer holds no usable access_token');
  const { access_token, token_type = 'bearer', expires_in } = parsed.data;
  if (token_type.toLowerCase() !== 'bearer')
    return failed(
      grant,
      result,
      `it gives a token of type "${token_type}", only bearer tokens are supported`,
    );
  const lifetimeMs = expires_in === undefined ? DEFAULT_LIFETIME_MS : expires_in * SECOND_MS;
  return { ok: true, token: access_token, lifetimeMs: Math.min(lifetimeMs, MAX_LIFETIME_MS) };
}

function tokenRequest(grant: TokenGrant): OutboundRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (grant.scope.trim() !== '') form.set('scope', grant.scope.trim());
  if (grant.audience.trim() !== '') form.set('audience', grant.audience.trim());
  const headers: OutboundRequest['headers'] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ];
  if (grant.sendCredentials === 'body') {
    form.set('client_id', grant.clientId);
    form.set('client_secret', grant.clientSecret);
  } else {
    // RFC 6749, 2.3.1: each is form-encoded before they are joined.
    const pair = `${formEncode(grant.clientId)}:${formEncode(grant.clientSecret)}`;
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  }
  return { method: 'POST', url: grant.tokenUrl, headers, body: form.toString() };
}

function formEncode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

function failed(grant: TokenGrant, { response, error }: OutboundResult, reason?: string): TokenAnswer {
  const cause = reason ?? (response === null ? (error?.message ?? 'no response came') : refusalOf(response));
  const message = `No access token from ${hostOf(grant.tokenUrl)}: ${bounded(cause, grant)}`;
  const retryable =
    response === null ? (error?.retryable ?? true) : response.status >= 500 || response.status === 429;
  const retryAfterMs = response?.retryAfterMs ?? null;
  return {
    ok: false,
    error: { code: 'OAUTH_TOKEN_FAILED', message, field: 'auth', phase: 'auth', retryable, retryAfterMs },
  };
}

function refusalOf({ status, body }: NonNullable<OutboundResult['response']>): string {
  if (status >= 300 && status < 400) return `it redirects (${status}). Enter the final token URL.`;
  const refusal = TokenRefusal.safeParse(readJson(body));
  const words = refusal.success
    ? [refusal.data.error, refusal.data.error_description].filter(Boolean).join(', ')
    : body.toString('utf8');
  return `it returned ${status}${words.trim() === '' ? '' : `: ${words}`}`;
}

/** A server may well repeat what it was sent. */
function bounded(text: string, { clientSecret }: TokenGrant): string {
  const shown = text.replaceAll(clientSecret, '***').replaceAll(formEncode(clientSecret), '***');
  const line = shown.replace(/[\p{C}\s]+/gu, ' ').trim();
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
