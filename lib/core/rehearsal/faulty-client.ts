import type {
  OutboundAttempt,
  OutboundClient,
  OutboundError,
  OutboundOptions,
  OutboundRequest,
  OutboundResponse,
  OutboundResult,
} from '../../platform/outbound-http/contract';
import {
  type AttemptOutcome,
  decideRetry,
  type RetryRule,
  wasAnswered,
} from '../../platform/outbound-http/retry-policy';
import { readUrl } from '../../platform/read-url';
import type { Fault } from './fault';

const DEFAULT_RETRY: RetryRule = { when: 'always', max: 3 };
const ATTEMPT_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 120_000;
const SLOW_MS = 20_000;
const DELAY_MS = 5_000;

/** Thrown where the recorded response comes: its block then has its recorded result. */
export class RecordedResponseDue extends Error {}
/** Thrown where the process of the run ends. */
export class ProcessKilled extends Error {}
/** Thrown for a request that nothing recorded answers, such as that of a second page. */
export class NothingRecorded extends Error {}

/** A response that arrives with its recorded status, for faults of its body. */
export interface ServedResponse {
  status: number;
  headers: OutboundResponse['headers'];
  /** Text of the body. */
  body: string;
}

type Failure = Extract<AttemptOutcome, { kind: 'failure' }>['failure'];
type Attempted =
  | { kind: 'failure'; failure: Failure; durationMs: number; mayHaveActed: boolean }
  | {
      kind: 'response';
      response: ServedResponse;
      retryAfterMs: number | null;
      durationMs: number;
      mayHaveActed: boolean;
    }
  | { kind: 'recorded'; durationMs: number };

interface Rehearsed {
  /** Null: the recorded response comes at once. */
  fault: Fault | null;
  /** For faults of the body. */
  served: ServedResponse | null;
  /** The recorded status, of a response that is cut off; null if none came. */
  status: number | null;
  startMs: number;
  random: () => number;
}

/**
 * Answers one request with a fault, by the rules for retries that requests have. No time passes: waits and
 * timeouts are added up. Nothing leaves.
 */
export class FaultyClient implements OutboundClient {
  readonly attempts: OutboundAttempt[] = [];
  /** The request as it was made first; null if the block made none. */
  made: OutboundRequest | null = null;
  /** The number of times that the server may have done what was asked, the recorded response included. */
  acted = 0;
  /** The key by which the server tells a repeated request; null if there is none. */
  idempotencyKey: string | null = null;
  isHarmless = false;
  #elapsedMs = 0;

  constructor(readonly rehearsed: Rehearsed) {}

  close = (): Promise<void> => Promise.resolve();

  async request(request: OutboundRequest, options: OutboundOptions = {}): Promise<OutboundResult> {
    if (this.made !== null) throw new NothingRecorded();
    this.made = request;
    this.idempotencyKey = keyOf(request, options);
    const rule = options.retry ?? DEFAULT_RETRY;
    this.isHarmless = rule.isHarmless === true;
    const { random } = this.rehearsed;
    const totalMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    const host = readUrl(request.url)?.host ?? 'The server';
    for (let retries = 0, waitMs = 0; ; retries += 1) {
      const leftMs = totalMs - this.#elapsedMs;
      const limitMs = Math.min(options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS, leftMs);
      const result = this.#attempt(host, retries, limitMs, limitMs === leftMs);
      this.#add(result, waitMs);
      if (result.kind === 'recorded') throw new RecordedResponseDue();
      const outcome: AttemptOutcome =
        result.kind === 'failure'
          ? { kind: 'failure', failure: result.failure, afterRedirect: false }
          : { kind: 'response', status: result.response.status, limit: limitOf(result) };
      const { method } = request;
      const remainingMs = totalMs - this.#elapsedMs;
      const decision = decideRetry(outcome, { rule, method, retries, remainingMs, random });
      if (decision.kind !== 'retry')
        return this.#ended(result, request, host, {
          gaveUp: decision.kind === 'give-up',
          wasAnswered: result.kind === 'failure' && wasAnswered(result.failure, { rule, method }),
        });
      waitMs = decision.waitMs;
      this.#elapsedMs += waitMs;
    }
  }

  #attempt(host: string, retries: number, limitMs: number, isLast: boolean): Attempted {
    const { fault, served, status } = this.rehearsed;
    const timedOut = (): Attempted => ({
      kind: 'failure',
      failure: failureOf('TIMEOUT', `${host} did not respond in time.`, isLast ? 'total' : 'attempt'),
      durationMs: limitMs,
      mayHaveActed: true,
    });
    switch (fault) {
      case 'refused': {
        const failure = failureOf('CONNECTION_REFUSED', `${host} refused the connection.`, 'connect');
        return { kind: 'failure', failure, durationMs: 0, mayHaveActed: false };
      }
      case 'timeout':
        return timedOut();
      case 'slow':
        return limitMs <= SLOW_MS ? timedOut() : { kind: 'recorded', durationMs: SLOW_MS };
      case 'cut': {
        const text = `${host} closed the connection before its response was complete.`;
        const begun = { status, isAnswerBegun: true };
        const failure = failureOf('CONNECTION_RESET', text, 'response', begun);
        return { kind: 'failure', failure, durationMs: 0, mayHaveActed: true };
      }
      case 'rate-limited':
      case 'rate-limited-with-delay': {
        if (retries > 0) return { kind: 'recorded', durationMs: 0 };
        const isDelayed = fault === 'rate-limited-with-delay';
        return {
          kind: 'response',
          response: problem(429, 'Too Many Requests', isDelayed ? { 'retry-after': '5' } : {}),
          retryAfterMs: isDelayed ? DELAY_MS : null,
          durationMs: 0,
          mayHaveActed: false,
        };
      }
      case 'error-once':
        if (retries > 0) return { kind: 'recorded', durationMs: 0 };
        return serverError();
      case 'error-always':
        return serverError();
      case 'killed':
        this.acted += 1;
        throw new ProcessKilled();
      default:
        if (served === null) return { kind: 'recorded', durationMs: 0 };
        return { kind: 'response', response: served, retryAfterMs: null, durationMs: 0, mayHaveActed: true };
    }
  }

  #add(result: Attempted, waitMs: number): void {
    const { durationMs } = result;
    if (result.kind === 'recorded' || result.mayHaveActed) this.acted += 1;
    const startedAt = new Date(this.rehearsed.startMs + this.#elapsedMs).toISOString();
    this.#elapsedMs += durationMs;
    if (result.kind === 'recorded') return;
    const status = result.kind === 'failure' ? result.failure.status : result.response.status;
    const code =
      result.kind === 'failure' ? result.failure.code : result.response.status >= 400 ? 'HTTP_STATUS' : null;
    this.attempts.push({ status, code, startedAt, durationMs, waitMs });
  }

  #ended(
    result: Exclude<Attempted, { kind: 'recorded' }>,
    { url }: OutboundRequest,
    host: string,
    end: { gaveUp: boolean; wasAnswered: boolean },
  ): OutboundResult {
    const { attempts } = this;
    if (result.kind === 'failure') {
      const { code, message, phase, retryable } = result.failure;
      const error: OutboundError = { code, message, phase, retryable, retryAfterMs: null };
      if (!end.wasAnswered) return { response: null, error, attempts };
      const fact = 'It had begun to answer: the request may have taken effect.';
      const told = { ...error, message: `${message} ${fact}`, retryable: false };
      return { response: null, error: told, attempts };
    }
    const { status, headers, body } = result.response;
    const { isReached, retryAfterMs } = limitOf(result);
    const response: OutboundResponse = {
      status,
      headers,
      body: Buffer.from(body),
      truncated: false,
      url,
      cookies: {},
      isRateLimited: isReached,
      retryAfterMs,
      timing: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0, downloadMs: 0 },
    };
    if (!end.gaveUp || retryAfterMs === null) return { response, error: null, attempts };
    const message = `${host} asks to wait ${retryAfterMs / 1_000} s before the next request, longer than a run waits.`;
    const error = { code: 'RATE_LIMITED', message, phase: 'response', retryable: true, retryAfterMs };
    return { response, error, attempts };
  }
}

const limitOf = ({ response, retryAfterMs }: Extract<Attempted, { kind: 'response' }>) => ({
  isReached: response.status === 429,
  retryAfterMs,
});

function problem(status: number, error: string, headers: OutboundResponse['headers'] = {}): ServedResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ error }),
  };
}

const serverError = (): Attempted => ({
  kind: 'response',
  response: problem(500, 'Internal Server Error'),
  retryAfterMs: null,
  durationMs: 0,
  mayHaveActed: true,
});

function failureOf(
  code: Failure['code'],
  message: string,
  phase: Failure['phase'],
  { status, isAnswerBegun }: Pick<Failure, 'status' | 'isAnswerBegun'> = {
    status: null,
    isAnswerBegun: false,
  },
): Failure {
  return {
    name: 'OutboundFailure',
    code,
    message,
    phase,
    status,
    isAnswerBegun,
    retryable: phase !== 'total',
    neverSent: phase === 'connect',
  };
}

/** An author's own header wins over the key of the block; an empty one takes it away. */
function keyOf({ method, headers }: OutboundRequest, { idempotencyKey }: OutboundOptions): string | null {
  if (method !== 'POST' && method !== 'PATCH') return null;
  const own = headers.find(([name]) => name.trim().toLowerCase() === 'idempotency-key');
  const key = own === undefined ? (idempotencyKey ?? '') : own[1].trim();
  return key === '' ? null : key;
}
