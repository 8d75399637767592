import type { OutboundOptions } from './contract';
import type { OutboundFailure } from './outbound-failure';
import type { RateLimit } from './rate-limit';

export type RetryRule = NonNullable<OutboundOptions['retry']>;

/** How one attempt ended. `afterRedirect`: the request had been answered already, with a redirect. */
export type AttemptOutcome =
  | { kind: 'response'; status: number; limit: RateLimit }
  | { kind: 'failure'; failure: OutboundFailure; afterRedirect: boolean };

export interface RetryState {
  rule: RetryRule;
  method: string;
  /** Retries made so far. */
  retries: number;
  /** Until the deadline of the whole request. */
  remainingMs: number;
  /** From 0 to 1. */
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
    // Waited out in full or not at all: an earlier attempt would be refused again, and may lengthen the
    // limit.
    if (asked > MAX_RETRY_AFTER_MS || asked >= state.remainingMs) return { kind: 'give-up' };
    return { kind: 'retry', waitMs: asked };
  }
  const waitMs = backoffMs(state.retries, state.random);
  return waitMs >= state.remainingMs ? { kind: 'done' } : { kind: 'retry', waitMs };
}

/**
 * 1, 2, 4 … s, of which between half and all is waited, so that callers who failed together don't return
 * together.
 */
export function backoffMs(retries: number, random: () => number): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** retries);
  return Math.round(full * (0.5 + random() / 2));
}

function mayRepeat(outcome: AttemptOutcome, { rule, method }: RetryState): boolean {
  if (rule.when === 'never') return false;
  const mayActTwice = (method === 'POST' || method === 'PATCH') && rule.isHarmless !== true;
  const cautious = rule.when === 'safe' && mayActTwice;
  if (outcome.kind === 'response') {
    const { status, limit } = outcome;
    // Who is over a limit was refused before anything was done.
    return limit.isReached || (cautious ? status === 503 : isRetryableStatus(status));
  }
  if (!outcome.failure.retryable) return false;
  // It was answered: that the rest of the answer is lost is no reason to do it again.
  const { status } = outcome.failure;
  if (mayActTwice && status !== null && !isRetryableStatus(status)) return false;
  return !cautious || (outcome.failure.neverSent && !outcome.afterRedirect);
}

export function isRetryableStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status <= 599);
}
