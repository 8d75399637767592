import type {
  OutboundClient,
  OutboundOptions,
  OutboundResponse,
  OutboundResult,
} from '../../../../platform/outbound-http/contract';
import type { BlockError } from '../../block';
import {
  type IssuedToken,
  isRefusal,
  issuedToken,
  refusalIn,
  type TokenRefusal,
  tokenMembers,
} from './token-answer';
import {
  type AskingWay,
  concernsClient,
  firstWay,
  formEncode,
  otherWay,
  rememberWay,
  type TokenClient,
  tokenRequest,
} from './token-request';

const SECOND_MS = 1_000;
const MAX_SHOWN_REASON = 300;

const OPTIONS: OutboundOptions = {
  attemptTimeoutMs: 20 * SECOND_MS,
  maxResponseBytes: 64 * 1024,
  // A redirect would take the credentials along, or lose them.
  maxRedirects: 0,
};
/** Of all ways together. */
const TOTAL_TIMEOUT_MS = 40 * SECOND_MS;

export interface TokenQuestion {
  client: TokenClient;
  /** `grant_type` and what belongs to it. */
  form: URLSearchParams;
  /** Names of form fields that nobody may read; a server may well repeat what it was sent. */
  secretFields?: readonly string[];
  /** `safe`: never twice when the server may have acted on it, as what is sent can be used only once. */
  retry: 'always' | 'safe';
}

/** `isLost`: what was sent (a code, a refresh token) is worth nothing any more. */
export type TokenServerAnswer =
  | { ok: true; issued: IssuedToken }
  | { ok: false; error: BlockError; isLost: boolean };

/** What servers call a code or refresh token that is worth nothing any more. */
const LOST: ReadonlySet<string> = new Set([
  // RFC 6749, 5.2, then GitHub's and HubSpot's, Slack's, and Zoho's.
  'invalid_grant',
  'bad_refresh_token',
  'invalid_refresh_token',
  'token_revoked',
  'invalid_code',
]);

/**
 * Asks a token server, in another way too when it says that it doesn't know the client or can't read what it
 * was sent. Failures are `OAUTH_TOKEN_FAILED` with the server's own words, shortened.
 */
export async function askTokenServer(
  question: TokenQuestion,
  http: OutboundClient,
  now: () => number = Date.now,
): Promise<TokenServerAnswer> {
  const { client, form } = question;
  const retry = { when: question.retry, max: 2, isHarmless: question.retry === 'always' };
  const endMs = now() + TOTAL_TIMEOUT_MS;
  const tried: AskingWay[] = [];
  let unknownClient: Failure | null = null;
  let way: AskingWay | null = firstWay(client, http);
  while (true) {
    tried.push(way);
    const totalTimeoutMs = endMs - now();
    const result = await http.request(tokenRequest(client, form, way), {
      ...OPTIONS,
      totalTimeoutMs,
      retry,
    });
    const answer = readResult(question, result, now());
    if (answer.ok) {
      rememberWay(client, http, way);
      return answer;
    }
    const refusal = refusalOf(result.response);
    if (refusal === null) return answer;
    // The first way is the author's: what was said to it tells the most, unless another one got further.
    const isUnknown = concernsClient(refusal);
    unknownClient ??= isUnknown ? answer : null;
    way = endMs - now() > SECOND_MS ? otherWay(client, tried, refusal) : null;
    if (way === null)
      return isUnknown && unknownClient !== null ? whoeverAsked(unknownClient, tried) : answer;
  }
}

type Failure = Extract<TokenServerAnswer, { ok: false }>;

/** The author's choice of how the credentials are sent is not what to mend. */
function whoeverAsked(failure: Failure, tried: readonly AskingWay[]): Failure {
  if (new Set(tried.map(({ credentials }) => credentials)).size === 1) return failure;
  const message = `${failure.error.message} (with the credentials as Basic authentication and in the body)`;
  return { ...failure, error: { ...failure.error, message } };
}

const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

function readResult(question: TokenQuestion, result: OutboundResult, nowMs: number): TokenServerAnswer {
  const { response } = result;
  if (response === null || !isSuccess(response)) return failed(question, result);
  const members = tokenMembers(response.body);
  const issued = members === null ? null : issuedToken(members, nowMs);
  if (issued === null) return failed(question, result);
  return 'unusable' in issued ? failed(question, result, issued.unusable) : { ok: true, issued };
}

/** What a server said itself; null when it said nothing that another way of asking could cure. */
function refusalOf(response: OutboundResult['response']): (TokenRefusal & { status: number }) | null {
  if (response === null || response.isRateLimited) return null;
  const { status } = response;
  if (status >= 300 && status < 400) return null;
  const members = tokenMembers(response.body);
  const words = isSuccess(response) ? null : response.body.toString('utf8');
  return { status, ...(members === null ? { code: null, words } : refusalIn(members)) };
}

function failed(question: TokenQuestion, { response, error }: OutboundResult, reason?: string) {
  const { client, form } = question;
  const cause =
    reason ?? (response === null ? (error?.message ?? 'no response came') : wordsOf(response, form));
  const message = `No access token from ${hostOf(client.tokenUrl)}: ${bounded(cause, question)}`;
  const retryable =
    response === null ? (error?.retryable ?? true) : response.status >= 500 || response.isRateLimited;
  const retryAfterMs = response?.retryAfterMs ?? null;
  const code = refusalOf(response)?.code?.toLowerCase() ?? '';
  return {
    ok: false,
    isLost: LOST.has(code),
    error: { code: 'OAUTH_TOKEN_FAILED', message, field: 'auth', phase: 'auth', retryable, retryAfterMs },
  } as const;
}

function wordsOf(response: OutboundResponse, form: URLSearchParams): string {
  const { status, isRateLimited, body } = response;
  if (status >= 300 && status < 400) return `it redirects (${status}). Enter the final token URL.`;
  const members = tokenMembers(body);
  const isAnswer = members !== null && (!isSuccess(response) || isRefusal(members));
  const refusal = isAnswer ? refusalIn(members) : null;
  const own = refusal === null ? '' : [refusal.code, refusal.words].filter(Boolean).join(', ');
  // A success that can't be used may hold a secret, so of its body only what stands for an error is shown.
  if (isSuccess(response) && own === '') return 'its answer holds no usable access_token';
  const words = own === '' ? body.toString('utf8') : own;
  const limit = isRateLimited ? ', as its rate limit is reached' : '';
  const hint = refusal?.code === 'invalid_scope' ? scopeHint(form.get('scope') ?? '') : '';
  return `it returned ${status}${limit}${words.trim() === '' ? '' : `: ${words}`}${hint}`;
}

/** Most servers take scopes by blanks, some by commas: what is written is sent. */
function scopeHint(scope: string): string {
  if (scope.includes(',')) return ' (the scopes were sent by commas; try blanks)';
  return scope.includes(' ') ? ' (the scopes were sent by blanks; some servers want commas)' : '';
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
