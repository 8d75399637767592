import type { OutboundOptions } from './contract';
import type { OutboundFailure } from './outbound-failure';
import type { RateLimit } from './rate-limit';

export type RetryRule = NonNullable<OutboundOptions['retry']>;

/** The outcome of one attempt. `afterRedirect`: the request had been answered already, with a redirect. */
export type AttemptOutcome =
  | { kind: 'response'; status: number; limit: RateLimit }
  | { kind: 'failure'; failure: OutboundFailure; afterRedirect: boolean };

export interface RetryState {
  rule: RetryRule;
  method: string;
  /** Retries made so far. */
  retries: number;
  /** Milliseconds until the deadline of the whole request. */
  remainingMs: number;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

/** `give-up`: the server asks for a longer wait than there is time for. */
export type RetryDecision = { kind: 'retry'; waitMs: number } | { kind: 'done' } | { kind: 'give-up' };

const FIRST_WAIT_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
export const MAX_RETRY_AFTER_MS = 60_000;

export function decideRetry(outcome: AttemptOutcome, state: RetryState): RetryDecision {
  if (state.retries >= state.rule.max || !mayRepeat(outcome, state)) return { kind: 'done' };
  const asked = outcome.kind === 'response' ? outcome.limit.retryAfterMs : null;
  if (asked !== null && asked > 0) {
    // The wait is honoured in full or not at all: an earlier attempt would be refused again, and may extend
    // the limit.
    if (asked > MAX_RETRY_AFTER_MS || asked >= state.remainingMs) return { kind: 'give-up' };
    return { kind: 'retry', waitMs: asked };
  }
  const waitMs = backoffMs(state.retries, state.random);
  return waitMs >= state.remainingMs ? { kind: 'done' } : { kind: 'retry', waitMs };
}

/**
 * Returns a delay of 1, 2, 4 … s, reduced randomly by up to half, so that callers that failed together
 * don't retry together.
 */
export function backoffMs(retries: number, random: () => number): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** retries);
  return Math.round(full * (0.5 + random() / 2));
}

/**
 * Returns true if a request that must not be repeated got the beginning of a response: it may have taken
 * effect, so losing the rest of the response is no reason to send it again.
 */
export function wasAnswered(
  { status, isAnswerBegun }: OutboundFailure,
  state: Pick<RetryState, 'rule' | 'method'>,
): boolean {
  return mayActTwice(state) && (status === null ? isAnswerBegun : !isRetryableStatus(status));
}

const mayActTwice = ({ rule, method }: Pick<RetryState, 'rule' | 'method'>): boolean =>
  (method === 'POST' || method === 'PATCH') && rule.isHarmless !== true;

function mayRepeat(outcome: AttemptOutcome, state: RetryState): boolean {
  const { rule } = state;
  if (rule.when === 'never') return false;
  const cautious = rule.when === 'safe' && mayActTwice(state);
  if (outcome.kind === 'response') {
    const { status, limit } = outcome;
    // A request over the limit was refused before anything was done.
    return limit.isReached || (cautious ? status === 503 : isRetryableStatus(status));
  }
  if (!outcome.failure.retryable || wasAnswered(outcome.failure, state)) return false;
  return !cautious || (outcome.failure.neverSent && !outcome.afterRedirect);
}

export function isRetryableStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status <= 599);
}
