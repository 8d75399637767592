/** The documented delays. The last one is never used, because `MAX_ATTEMPTS` rules. */
export const RETRY_DELAYS_MS = [5_000, 15_000, 60_000, 180_000, 600_000] as const;
export const MAX_ATTEMPTS = 5;
const HOUR_MS = 3_600_000;
/** Delays after the documented attempts if the subscription asks for them: 41.5 hours, for long outages. */
const EXTENDED_DELAYS_MS = [HOUR_MS / 2, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 24 * HOUR_MS] as const;
export const MAX_EXTENDED_ATTEMPTS = MAX_ATTEMPTS + EXTENDED_DELAYS_MS.length;
/** The wait after each attempt, the first attempt's first. */
export const WAITS_MS: readonly number[] = [
  ...RETRY_DELAYS_MS.slice(0, MAX_ATTEMPTS - 1),
  ...EXTENDED_DELAYS_MS,
];
const JITTER = 0.1;
/** `Retry-After` may only lengthen a wait, up to this. */
const MAX_RETRY_AFTER_MS = 600_000;

/** The end of an attempt, as far as the schedule needs it. `status` is null when no status line came. */
export interface AttemptEnd {
  status: number | null;
  /** The target's address may not be called: no attempt will ever succeed. */
  refusedAddress: boolean;
  /** The milliseconds that `Retry-After` asks for. */
  retryAfterMs: number | null;
}

/** The attempt's number (from 1), and whether the subscription goes on after the documented attempts. */
export interface Turn {
  number: number;
  isExtended: boolean;
}

export type Verdict = { kind: 'acknowledged' } | { kind: 'retry'; waitMs: number } | { kind: 'failed' };

/** Decides what follows an attempt; the wait counts from its end. `random` is from 0 to 1. */
export function judgeAttempt(end: AttemptEnd, { number, isExtended }: Turn, random: () => number): Verdict {
  const { status } = end;
  if (status !== null && status >= 200 && status < 300) return { kind: 'acknowledged' };
  const most = isExtended ? MAX_EXTENDED_ATTEMPTS : MAX_ATTEMPTS;
  if (number >= most || !isRetried(end)) return { kind: 'failed' };
  const waitMs = WAITS_MS[number - 1]! * (1 + JITTER * random());
  const asked = status === 429 || status === 503 ? (end.retryAfterMs ?? 0) : 0;
  return { kind: 'retry', waitMs: Math.ceil(Math.max(waitMs, Math.min(asked, MAX_RETRY_AFTER_MS))) };
}

function isRetried({ status, refusedAddress }: AttemptEnd): boolean {
  if (status === null) return !refusedAddress;
  return status === 429 || (status >= 500 && status <= 599);
}
