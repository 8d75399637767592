import { STATUS_CODES } from 'node:http';
import type {
  OutboundError,
  OutboundRequest,
  OutboundResponse,
  OutboundResult,
} from '../../outbound-http/contract';
import { isRetryableStatus } from '../../outbound-http/retry-policy';
import type { BlockError, BlockExecutor, BlockResult } from '../block';
import { appendQuery } from './append-query';
import type { ResolvedApiConfig } from './definition';
import { BodyError, encodeBody } from './encode-body';
import { fillPathParams } from './path-params';
import { readResponseData } from './response-data';

/** All four are always there. */
interface ApiOutput extends Record<string, unknown> {
  data: unknown;
  /** Null when no complete response came. */
  status: number | null;
  headers: OutboundResponse['headers'];
  error: BlockError | null;
}

const CARRIES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The config field whose change would cure an error. */
const FIELD_AT_FAULT: Readonly<Record<string, string>> = {
  URL_INVALID: 'url',
  ADDRESS_NOT_ALLOWED: 'url',
  DNS_FAILED: 'url',
  HEADER_FORBIDDEN: 'headers',
  HEADER_INVALID: 'headers',
  REQUEST_TOO_LARGE: 'body',
};

/** Sends one request and hands on `{data, status, headers, error}`. A status of 400 or more can be continued from. */
export const executeApi: BlockExecutor<ResolvedApiConfig> = async (
  config,
  { http, signal, idempotencyKey },
) => {
  const built = buildRequest(config);
  if ('code' in built)
    return failed({ ...built, phase: 'request', retryable: false, retryAfterMs: null, attempts: [] });
  const result = await http.request(built, {
    signal,
    idempotencyKey,
    attemptTimeoutMs: config.timeoutMs,
    totalTimeoutMs: config.totalTimeoutMs,
    retry: config.retry,
  });
  return readResult(result, config.failOnStatus);
};

function buildRequest(config: ResolvedApiConfig): OutboundRequest | BlockError {
  const { url, missing } = fillPathParams(config.url, config.pathParams);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ');
    const message = `The URL has no value for ${names}. Fill it in under Path parameters.`;
    return { code: 'PATH_PARAM_MISSING', message, field: 'pathParams' };
  }
  const headers = config.headers.map(([name, value]): [string, string] => [name, value]);
  const request = { method: config.method, url: appendQuery(url, config.params), headers };
  if (!CARRIES_BODY.has(config.method)) return { ...request, body: null };
  try {
    const { content, contentType } = encodeBody(config.body);
    const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
    if (contentType !== null && !hasType) headers.push(['Content-Type', contentType]);
    return { ...request, body: content };
  } catch (error) {
    if (error instanceof BodyError) return { code: 'BODY_INVALID', message: error.message, field: 'body' };
    throw error;
  }
}

function readResult({ response, error, attempts }: OutboundResult, failOnStatus: boolean): BlockResult {
  if (response === null) {
    return failed({ ...describe(error ?? NO_ANSWER), attempts });
  }
  const { data, warning } = readResponseData(response.body, contentTypeOf(response));
  const warnings = warning === null ? undefined : { warnings: [warning] };
  const { status, headers } = response;
  if (error === null && status < 400) {
    const output: ApiOutput = { data, status, headers, error: null };
    return { ok: true, output, attempts, ...warnings };
  }
  const blockError = { ...describe(error ?? statusError(response)), attempts };
  const output: ApiOutput = { data, status, headers, error: blockError };
  return { ok: false, error: blockError, output, continuable: !failOnStatus, attempts, ...warnings };
}

/** Nothing came back that later blocks could go on with. */
function failed(error: BlockError): BlockResult {
  const output: ApiOutput = { data: null, status: null, headers: {}, error };
  return { ok: false, error, output, continuable: false, attempts: error.attempts };
}

function describe(error: OutboundError): BlockError {
  const field = FIELD_AT_FAULT[error.code];
  return field === undefined ? { ...error } : { ...error, field };
}

function statusError({ status, url, retryAfterMs }: OutboundResponse): OutboundError {
  const name = STATUS_CODES[status];
  const message = `${new URL(url).host} answered ${status}${name ? ` ${name}` : ''}. ${cureFor(status)}`;
  return {
    code: 'HTTP_STATUS',
    message,
    phase: 'response',
    retryable: isRetryableStatus(status),
    retryAfterMs,
  };
}

function cureFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the credentials and what they may do.';
  if (status === 404 || status === 410) return 'Check the URL.';
  if (status === 405) return 'Check the method.';
  if (status === 429) return 'Call it less often.';
  return status >= 500
    ? 'The fault is on its side; try again later.'
    : 'Its answer in data may say what it expects.';
}

function contentTypeOf({ headers }: OutboundResponse): string | undefined {
  const value = headers['content-type'];
  return Array.isArray(value) ? value[0] : value;
}

const NO_ANSWER: OutboundError = {
  code: 'CONNECTION_RESET',
  message: 'No answer came.',
  phase: 'response',
  retryable: true,
  retryAfterMs: null,
};
