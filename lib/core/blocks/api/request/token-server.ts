import { readUrl } from '@/lib/platform/read-url';
import type {
  OutboundClient,
  OutboundOptions,
  OutboundResponse,
  OutboundResult,
} from '../../../../platform/outbound-http/contract';
import { whyNotInside } from '../../../../platform/text/masked-inside';
import type { BlockError } from '../../block';
import { losesGrant } from './lost-grant';
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
/** The limit for all ways together. */
const TOTAL_TIMEOUT_MS = 40 * SECOND_MS;

export interface TokenQuestion {
  client: TokenClient;
  /** `grant_type` and its parameters. */
  form: URLSearchParams;
  /** Names of secret form fields; they are masked, because a server may repeat what it was sent. */
  secretFields?: readonly string[];
  /** A form field that some servers refuse; a request that is refused for it is sent again without it. */
  dispensable?: string;
  /** `safe`: never repeated if the server may have acted on it, because a code or token works only once. */
  retry: 'always' | 'safe';
}

/** `isLost`: the code or refresh token that was sent is no longer valid. */
export type TokenServerAnswer =
  | { ok: true; issued: IssuedToken }
  | { ok: false; error: BlockError; isLost: boolean };

/**
 * Asks a token server; tries another way if it says that it doesn't know the client or can't read the
 * request. Failures are `OAUTH_TOKEN_FAILED` with the server's own words, shortened.
 */
export async function askTokenServer(
  question: TokenQuestion,
  http: OutboundClient,
  now: () => number = Date.now,
): Promise<TokenServerAnswer> {
  const { client } = question;
  const retry = { when: question.retry, max: 2, isHarmless: question.retry === 'always' };
  const endMs = now() + TOTAL_TIMEOUT_MS;
  const tried: AskingWay[] = [];
  let unknownClient: Failure | null = null;
  let way: AskingWay | null = firstWay(client, http);
  while (true) {
    tried.push(way);
    const totalTimeoutMs = endMs - now();
    const result = await http.request(tokenRequest(question, way), {
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
    if (refusal === null || answer.isLost) return answer;
    // The first way is the author's, so its refusal says most, unless another way got further.
    const isUnknown = concernsClient(refusal);
    unknownClient ??= isUnknown ? answer : null;
    way = endMs - now() > SECOND_MS ? otherWay(question, tried, refusal) : null;
    if (way === null)
      return isUnknown && unknownClient !== null ? whoeverAsked(unknownClient, tried) : answer;
  }
}

type Failure = Extract<TokenServerAnswer, { ok: false }>;

/** Adds to the message that both ways were tried: the author's choice between them is not the cause. */
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

/** Returns the server's own refusal; null if another way of asking would not help. */
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
  return {
    ok: false,
    isLost: response !== null && losesGrant(response, form),
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
  // A success that can't be used may hold a secret, so only the error members of its body are shown.
  if (isSuccess(response) && own === '') return 'its answer holds no usable access_token';
  const words = own === '' ? body.toString('utf8') : own;
  const limit = isRateLimited ? ', as its rate limit is reached' : '';
  const hint = refusal?.code === 'invalid_scope' ? scopeHint(form.get('scope') ?? '') : '';
  return `it returned ${status}${limit}${words.trim() === '' ? '' : `: ${words}`}${hint}`;
}

/** Returns a hint on separators: most servers expect blanks, some commas; scopes are sent as written. */
function scopeHint(scope: string): string {
  if (scope.includes(',')) return ' (the scopes were sent by commas; try blanks)';
  return scope.includes(' ') ? ' (the scopes were sent by blanks; some servers want commas)' : '';
}

function bounded(text: string, { client, form, secretFields = [] }: TokenQuestion): string {
  const secrets = [client.clientSecret, ...secretFields.map((name) => form.get(name) ?? '')];
  const masked = secrets.reduce((shown, secret) => withoutSecret(shown, secret), text);
  const line = masked.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > MAX_SHOWN_REASON ? `${line.slice(0, MAX_SHOWN_REASON)}…` : line;
}

const IN_WORD = /[\p{L}\p{N}_]/u;
/** Shorter secrets are words of their own by chance, such as "a". */
const SHORTEST_WORD = 3;

/** Masks a short secret or a common word only where it stands alone: a gap in a word would show what it is. */
function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const masked = (found: string, at: number, whole: string): string => {
    if (whyNotInside(secret) === null || found === whole) return '***';
    const around = `${whole[at - 1] ?? ''}${whole[at + found.length] ?? ''}`;
    return found.length < SHORTEST_WORD || IN_WORD.test(around) ? found : '***';
  };
  return text.replaceAll(secret, masked).replaceAll(formEncode(secret), masked);
}

function hostOf(url: string): string {
  return readUrl(url)?.host ?? 'the token server';
}
