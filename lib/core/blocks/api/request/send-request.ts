import { STATUS_CODES } from 'node:http';
import type {
  OutboundAttempt,
  OutboundError,
  OutboundOptions,
  OutboundResponse,
} from '../../../../platform/outbound-http/contract';
import { isRetryableStatus } from '../../../../platform/outbound-http/retry-policy';
import { MAX_JSON_VALUES } from '../../../../platform/text/json-size';
import type { SentAuth } from '../../auth';
import type { BlockError, BlockResult, ExecutionContext } from '../../block';
import type { ExpiredAnswer } from '../../connection-auth';
import { RATE_MS, type ResolvedApiConfig } from '../config/api-config';
import { authSource } from './auth-source';
import { outputWithoutResponse } from './failed-output';
import { fileNameOf } from './file-name';
import { authToFetch, hasOwnAuthorization, prepareRequest, withField } from './prepare-request';
import { contentTypeOf, type ResponseData, readResponseData } from './response-data';
import { fileKeeping, fileReference } from './response-file';

/** All members are always present. */
interface ApiOutput extends Record<string, unknown> {
  data: unknown;
  /** Null when no complete response came. */
  status: number | null;
  headers: OutboundResponse['headers'];
  error: BlockError | null;
  /** Values by name, of the cookies that the response and the redirects before it set. */
  cookies: Record<string, string>;
}

/** A request as the author set it up, with the changes for one of several pages. */
export interface RequestToSend {
  config: ResolvedApiConfig;
  idempotencyKey: string;
  /** Milliseconds for all of its attempts and pauses. */
  totalTimeoutMs: number;
  /** URL of a list's next page, which replaces the config's URL and query. */
  nextUrl: string | null;
}

type FailedResult = Extract<BlockResult, { ok: false }>;

/** `response`: null if none came. `jsonValues`: the approximate number of JSON values in its body. */
export type SentRequest =
  | { result: FailedResult; response: null }
  | { result: BlockResult; response: OutboundResponse; jsonValues: number };

/**
 * Sends a request, again with a new token after a 401 or what means the same. Without `failOnStatus`, a 4xx or 5xx is
 * continuable.
 */
export async function sendRequest(toSend: RequestToSend, context: ExecutionContext): Promise<SentRequest> {
  const { config } = toSend;
  const sending = new Sending(toSend, context);
  const auth = authToFetch(config);
  if (auth === null) return sending.send(null);
  // A request that can't be made needs no token.
  const draft = prepareRequest(config, null, toSend.nextUrl);
  if (!draft.ok) return notSent({ ...draft.error, attempts: [] });
  const now = context.now ?? Date.now;
  const startedAt = now();
  const readAuth = authSource(auth, context);
  const kept = await readAuth(null);
  if (!kept.ok) return notSent({ ...kept.error, attempts: [] });
  const sent = await sending.send(kept.auth, now() - startedAt);
  if (!meansExpired(sent.response, kept.expiredAnswers)) return sent;
  if (kept.accessToken === null || hasOwnAuthorization(config)) return sent;
  const renewed = await readAuth(kept.accessToken);
  if (!renewed.ok) return renewed.isBroken ? sending.brokenOff(renewed.error) : sent;
  return renewed.accessToken === kept.accessToken ? sent : sending.send(renewed.auth, now() - startedAt);
}

/** True for 401, and for what the connection's settings say besides. */
export function meansExpired(
  response: Pick<OutboundResponse, 'status' | 'body'> | null,
  expiredAnswers: readonly ExpiredAnswer[] = [],
): boolean {
  if (response === null) return false;
  const { status, body } = response;
  return (
    status === 401 || expiredAnswers.some((answer) => answer.status === status && body.includes(answer.text))
  );
}

/**
 * One request within its remaining time; sending it again with a new token adds to the attempts of the
 * first time.
 */
class Sending {
  readonly #attempts: OutboundAttempt[] = [];
  readonly #secrets: string[] = [];

  constructor(
    readonly toSend: RequestToSend,
    readonly context: ExecutionContext,
  ) {}

  /** Drops the response that came: the result has nothing but the error. */
  brokenOff(error: BlockError): SentRequest {
    const { result } = notSent({ ...error, attempts: [...this.#attempts] });
    return { result: { ...result, secrets: this.#secrets }, response: null };
  }

  async send(fetched: SentAuth | null, spentMs = 0): Promise<SentRequest> {
    const { toSend, context } = this;
    const { config } = toSend;
    const prepared = prepareRequest(config, fetched, toSend.nextUrl);
    if (!prepared.ok) return notSent({ ...prepared.error, attempts: this.#attempts });
    const { request, warnings, secrets } = prepared;
    this.#secrets.push(...secrets);
    const { response, error, attempts, redirects } = await context.http.request(request.request, {
      signal: context.signal,
      idempotencyKey: toSend.idempotencyKey,
      attemptTimeoutMs: config.timeoutMs,
      totalTimeoutMs: Math.max(1, toSend.totalTimeoutMs - spentMs),
      retry: config.retry,
      ...paceOf(config, context),
      maxRedirects: config.followRedirects ? config.maxRedirects : 0,
      ...fileKeeping(config, context),
    });
    this.#attempts.push(...attempts);
    const all = [...this.#attempts];
    const asSent = <Result extends BlockResult>(result: Result): Result => ({
      ...result,
      warnings: [...warnings, ...(result.warnings ?? [])],
      exchange: {
        ...request,
        timing: response?.timing ?? null,
        responseBody: response?.body ?? null,
        ...(response?.file && { fileBytes: response.file.size }),
      },
      secrets: this.#secrets,
      ...(redirects && { redirects }),
    });
    if (response === null)
      return { result: asSent(failed({ ...withField(error ?? NO_ANSWER), attempts: all })), response };
    const read =
      fileReference(response) ??
      readResponseData(response.body, contentTypeOf(response), config.responseType);
    const result = asSent(resultOf(read, response, error, all, config));
    return { result, response, jsonValues: read.jsonValues };
  }
}

function paceOf({ rate }: ResolvedApiConfig, { pace }: ExecutionContext): Pick<OutboundOptions, 'pace'> {
  if (rate?.max === undefined || pace === undefined) return {};
  return { pace: pace({ max: rate.max, perMs: RATE_MS[rate.per] }) };
}

function resultOf(
  { data, isBinary, warning, jsonValues }: ResponseData,
  response: OutboundResponse,
  error: OutboundError | null,
  attempts: OutboundAttempt[],
  { failOnStatus }: ResolvedApiConfig,
): BlockResult {
  const found = {
    ...(warning === null ? {} : { warnings: [warning] }),
    ...(isBinary ? { files: [{ member: 'data', name: fileNameOf(response) }] } : {}),
  };
  const { status, headers, cookies } = response;
  if (jsonValues >= MAX_JSON_VALUES)
    return failed({ ...TOO_COMPLEX, attempts }, { status, headers, cookies });
  if (error === null && status < 400) {
    const output: ApiOutput = { data, status, headers, error: null, cookies };
    return { ok: true, output, attempts, ...found };
  }
  const blockError = { ...withField<BlockError>(error ?? statusError(response)), attempts };
  const output: ApiOutput = { data, status, headers, error: blockError, cookies };
  return { ok: false, error: blockError, output, continuable: !failOnStatus, attempts, ...found };
}

const notSent = (error: BlockError): SentRequest & { response: null } => ({
  result: failed(error),
  response: null,
});

/** Returns the result of a failure without data for later blocks. */
export function failed(
  error: BlockError,
  response: Partial<Pick<ApiOutput, 'status' | 'headers' | 'cookies'>> = {},
): FailedResult {
  const output: ApiOutput = { ...outputWithoutResponse(error), ...response };
  return { ok: false, error: output.error!, output, continuable: false, attempts: error.attempts };
}

/** Returns the error for a response of 400 or more. */
export function statusError({ status, url, isRateLimited, retryAfterMs }: OutboundResponse): OutboundError {
  const name = STATUS_CODES[status];
  const cure = isRateLimited ? rateCure(status, retryAfterMs) : cureFor(status);
  const message = `${new URL(url).host} returned ${status}${name ? ` ${name}` : ''}. ${cure}`;
  const retryable = isRateLimited || isRetryableStatus(status);
  return { code: 'HTTP_STATUS', message, phase: 'response', retryable, retryAfterMs };
}

/** Returns advice for a rate limit; for other statuses than 429 it first names the limit as the cause. */
function rateCure(status: number, retryAfterMs: number | null): string {
  const fact = status === 429 ? '' : 'Its headers say that the rate limit is reached. ';
  const wait = retryAfterMs === null ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return `${fact}Send requests less often.${wait}`;
}

function cureFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the credentials and their permissions.';
  if (status === 404 || status === 410) return 'Check the URL.';
  if (status === 405) return 'Check the method.';
  return status >= 500
    ? 'The other server has a problem; try again later.'
    : 'Its response in data may say what it expects.';
}

const TOO_COMPLEX: BlockError = {
  code: 'RESPONSE_TOO_COMPLEX',
  message:
    `The response holds more than ${MAX_JSON_VALUES.toLocaleString('en')} values. ` +
    'Request less data, for example page by page, or take the response as text.',
  phase: 'response',
  retryable: false,
  retryAfterMs: null,
};

const NO_ANSWER: OutboundError = {
  code: 'CONNECTION_RESET',
  message: 'No response came.',
  phase: 'response',
  retryable: true,
  retryAfterMs: null,
};
