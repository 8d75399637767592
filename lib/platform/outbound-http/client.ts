import type { AllowList } from '../addresses/allow-list';
import type { ProxyFor } from '../addresses/operator-proxy';
import type { ResolveHost } from './address-guard';
import { type AttemptLimits, type AttemptResult, type Route, runAttempt } from './attempt';
import type {
  OutboundAttempt,
  OutboundClient,
  OutboundError,
  OutboundOptions,
  OutboundResult,
} from './contract';
import { createDispatchers, type Dispatchers } from './dispatchers';
import { firstHop, type Hop } from './hop';
import { Interrupt } from './interrupt';
import * as limits from './limits';
import { OutboundFailure, toError } from './outbound-failure';
import type { OwnService } from './own-services';
import { readRateLimit } from './rate-limit';
import { type AttemptOutcome, decideRetry, type RetryRule, wasAnswered } from './retry-policy';
import type { SelfOriginAllowance } from './self-origin-allowance';

export interface OutboundClientOptions {
  /** The result of `parseAllowList`. */
  allow: AllowList;
  allowSelfOrigin?: readonly SelfOriginAllowance[];
  /** Closed unless `allow` names them with their port. */
  ownServices?: readonly OwnService[];
  connectTimeoutMs?: number;
  /** The maximum size of a response's status line and headers. Default 64 KiB. */
  maxHeadBytes?: number;
  /** Default: the system's resolver. */
  resolve?: ResolveHost;
  /** Extra trusted root certificates, PEM. */
  ca?: string;
  /** Default: no proxy. */
  proxyFor?: ProxyFor;
  /** What a proxy is asked to connect to. Default: the address that was checked. */
  proxyTarget?: 'address' | 'name';
  clock?: OutboundClock;
  /** Returns a number from 0 to 1 that spreads the waits between attempts. */
  random?: () => number;
}

export interface OutboundClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, or earlier once `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

interface ClientParts {
  dispatchers: Dispatchers;
  clock: OutboundClock;
  random: () => number;
}

const DEFAULT_RETRY: RetryRule = { when: 'always', max: limits.DEFAULT_MAX_RETRIES };

/** Creates the only client for outbound requests. Keep one per process: it holds the connections. */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const dispatchers = createDispatchers({
    allow: options.allow,
    allowSelfOrigin: options.allowSelfOrigin ?? [],
    ownServices: options.ownServices ?? [],
    connectTimeoutMs: options.connectTimeoutMs ?? limits.DEFAULT_CONNECT_TIMEOUT_MS,
    maxHeadBytes: options.maxHeadBytes ?? limits.DEFAULT_MAX_HEAD_BYTES,
    resolve: options.resolve,
    ca: options.ca,
    proxyFor: options.proxyFor ?? (() => null),
    proxyTarget: options.proxyTarget ?? 'address',
  });
  const parts = { dispatchers, clock: options.clock ?? SYSTEM_CLOCK, random: options.random ?? Math.random };

  return {
    async request(request, requestOptions = {}) {
      let hop: Hop;
      try {
        hop = firstHop(request, requestOptions.idempotencyKey);
      } catch (error) {
        if (error instanceof OutboundFailure) return { response: null, error: toError(error), attempts: [] };
        throw error;
      }
      const interrupt = new Interrupt(requestOptions.signal);
      try {
        return await runAttempts(hop, requestOptions, interrupt, parts);
      } finally {
        interrupt.close();
      }
    },
    close: () => dispatchers.close(),
  };
}

async function runAttempts(
  first: Hop,
  options: OutboundOptions,
  interrupt: Interrupt,
  { dispatchers, clock, random }: ClientParts,
): Promise<OutboundResult> {
  const rule = options.retry ?? DEFAULT_RETRY;
  const attemptTimeoutMs = options.attemptTimeoutMs ?? limits.DEFAULT_ATTEMPT_TIMEOUT_MS;
  const totalTimeoutMs = options.totalTimeoutMs ?? limits.DEFAULT_TOTAL_TIMEOUT_MS;
  const attemptLimits = limitsOf(options);
  const deadline = clock.now() + totalTimeoutMs;
  const attempts: OutboundAttempt[] = [];
  let route: Route = { hop: first, redirects: [], cookies: [] };
  let waitMs = 0;

  while (true) {
    const { hop } = route;
    if (options.pace) {
      const askedAt = clock.now();
      const turn = await options.pace.turn(hop.url.origin, {
        withinMs: Math.max(0, deadline - askedAt),
        signal: options.signal,
      });
      if (interrupt.cancelled) return { response: null, error: toError(interrupt.cancelled), attempts };
      if (!turn.ok) return { response: null, error: toError(noTurn(hop, turn.waitMs)), attempts };
      waitMs += clock.now() - askedAt;
    }
    const startedAt = clock.now();
    const remainingMs = deadline - startedAt;
    const isLast = remainingMs <= attemptTimeoutMs;
    interrupt.arm(isLast ? remainingMs : attemptTimeoutMs, () =>
      isLast ? timedOut('total', totalTimeoutMs, hop) : timedOut('attempt', attemptTimeoutMs, hop),
    );
    const result = await runAttempt(route, dispatchers, interrupt, attemptLimits);
    interrupt.disarm();
    const now = clock.now();
    attempts.push(describeAttempt(result, startedAt, now - startedAt, waitMs));

    const outcome = readOutcome(result, now);
    holdOthersBack(outcome, hop, options);
    const retries = attempts.length - 1;
    route = result.again;
    const decision = decideRetry(outcome, {
      rule,
      method: route.hop.method,
      retries,
      remainingMs: deadline - now,
      random,
    });
    if (decision.kind !== 'retry') {
      const end = { gaveUp: decision.kind === 'give-up', rule, method: route.hop.method };
      return finish(result, outcome, end, attempts);
    }
    waitMs = decision.waitMs;
    await clock.sleep(waitMs, options.signal);
    if (interrupt.cancelled) return { response: null, error: toError(interrupt.cancelled), attempts };
  }
}

function limitsOf(options: OutboundOptions): AttemptLimits {
  return {
    maxResponseBytes: options.maxResponseBytes ?? limits.MAX_RESPONSE_BYTES,
    maxRedirects: options.maxRedirects ?? limits.DEFAULT_MAX_REDIRECTS,
    keepPartialBody: options.keepPartialBody ?? false,
    idleTimeoutMs: options.idleTimeoutMs ?? null,
    keepFile: options.keepFile,
    files: options.files,
    onResponse: options.onResponse,
  };
}

/** Delays all requests that share a pace when a server asks one of them to wait. */
function holdOthersBack(outcome: AttemptOutcome, { url }: Hop, { pace }: OutboundOptions): void {
  if (outcome.kind !== 'response') return;
  const { status, limit } = outcome;
  if (limit.retryAfterMs === null || limit.retryAfterMs <= 0) return;
  if (limit.isReached || status === 503) pace?.holdBack(url.origin, limit.retryAfterMs);
}

function readOutcome(result: AttemptResult, now: number): AttemptOutcome {
  if (result.failure)
    return { kind: 'failure', failure: result.failure, afterRedirect: result.redirects.length > 0 };
  return { kind: 'response', status: result.response.status, limit: readRateLimit(result.response, now) };
}

function finish(
  result: AttemptResult,
  outcome: AttemptOutcome,
  { gaveUp, rule, method }: { gaveUp: boolean; rule: RetryRule; method: string },
  attempts: OutboundAttempt[],
): OutboundResult {
  const redirects = result.redirects.length === 0 ? {} : { redirects: [...result.redirects] };
  if (result.failure) {
    const isAnswered = wasAnswered(result.failure, { rule, method });
    const error = isAnswered ? answered(result.failure) : toError(result.failure);
    return { response: null, error, attempts, ...redirects };
  }
  const { isReached: isRateLimited, retryAfterMs } =
    outcome.kind === 'response' ? outcome.limit : { isReached: false, retryAfterMs: null };
  const error = gaveUp && retryAfterMs !== null ? rateLimited(result.response.url, retryAfterMs) : null;
  return { response: { ...result.response, isRateLimited, retryAfterMs }, error, attempts, ...redirects };
}

function describeAttempt(
  result: AttemptResult,
  startedAt: number,
  durationMs: number,
  waitMs: number,
): OutboundAttempt {
  const status = result.failure ? result.failure.status : result.response.status;
  const code = result.failure ? result.failure.code : result.response.status >= 400 ? 'HTTP_STATUS' : null;
  return { status, code, startedAt: new Date(startedAt).toISOString(), durationMs, waitMs };
}

/** Says that the request may have taken effect, because its author may be about to send it again. */
function answered(failure: OutboundFailure): OutboundError {
  const { message, ...error } = toError(failure);
  const status = failure.status === null ? '' : ` with ${failure.status}`;
  const fact = `It had begun to answer${status}: the request may have taken effect.`;
  return { ...error, message: `${message} ${fact}`, retryable: false };
}

function rateLimited(url: string, retryAfterMs: number): OutboundError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message =
    `${new URL(url).host} asks to wait ${seconds} s before the next request, longer than a run waits. ` +
    'Send requests less often.';
  return { code: 'RATE_LIMITED', message, phase: 'response', retryable: true, retryAfterMs };
}

function timedOut(phase: 'attempt' | 'total', limitMs: number, hop: Hop): OutboundFailure {
  const seconds = limitMs / 1000;
  const message =
    phase === 'attempt'
      ? `${hop.url.host} did not respond completely within ${seconds} s. ` +
        'Raise the timeout or request less data.'
      : `The request, with its retries, did not finish within ${seconds} s. ` +
        'Raise the total timeout or lower the retries.';
  return new OutboundFailure('TIMEOUT', message, phase);
}

function noTurn(hop: Hop, waitMs: number): OutboundFailure {
  const message =
    `The rate for ${hop.url.host} leaves no room for this request within the block's total timeout ` +
    `(${Math.ceil(waitMs / 1000)} s). Raise the rate or the total timeout, or send fewer requests at once.`;
  return new OutboundFailure('RATE_LIMITED', message, 'wait');
}

export const SYSTEM_CLOCK: OutboundClock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};
