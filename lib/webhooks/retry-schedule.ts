/** The documented delays. The last one is never used, because `MAX_ATTEMPTS` rules. */
export const RETRY_DELAYS_MS = [5_000, 15_000, 60_000, 180_000, 600_000] as const;
export const MAX_ATTEMPTS = 5;
const JITTER = 0.1;
/** `Retry-After` may only lengthen a wait, up to this. */
const MAX_RETRY_AFTER_MS = 600_000;

/** How an attempt ended, as far as the schedule cares. `status` is null when no status line came. */
export interface AttemptEnd {
  status: number | null;
  /** The target's address may not be called: no attempt will ever succeed. */
  refusedAddress: boolean;
  /** What `Retry-After` asks for. */
  retryAfterMs: number | null;
}

export type Verdict = { kind: 'acknowledged' } | { kind: 'retry'; waitMs: number } | { kind: 'failed' };

/** What follows attempt `number` (from 1); the wait counts from its end. `random` is from 0 to 1. */
export function judgeAttempt(end: AttemptEnd, number: number, random: () => number): Verdict {
  const { status } = end;
  if (status !== null && status >= 200 && status < 300) return { kind: 'acknowledged' };
  if (number >= MAX_ATTEMPTS || !isRetried(end)) return { kind: 'failed' };
  const waitMs = RETRY_DELAYS_MS[number - 1]! * (1 + JITTER * random());
  const asked = status === 429 || status === 503 ? (end.retryAfterMs ?? 0) : 0;
  return { kind: 'retry', waitMs: Math.ceil(Math.max(waitMs, Math.min(asked, MAX_RETRY_AFTER_MS))) };
}

function isRetried({ status, refusedAddress }: AttemptEnd): boolean {
  if (status === null) return !refusedAddress;
  return status === 429 || (status >= 500 && status <= 599);
}
