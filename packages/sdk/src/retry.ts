import { ApiError, ConnectionError, TimeoutError } from './errors.js';

const BASE_MS = 500;
const MOST_MS = 30_000;
/** On top of `Retry-After`, so that clients that were refused together don't return together. */
const SPREAD_MS = 1_000;
/** A server that asks for more is not waited for: the caller decides. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const REPEATED = new Set([429, 500, 502, 503, 504]);
const REFUSED_UNDONE = 429;

/**
 * Returns whether a request is worth sending again. A 429 is refused before anything is done; after any other
 * failure a change may have been made, so only a repeatable request is sent again.
 */
export function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError))
    return isRepeatable && (error instanceof ConnectionError || error instanceof TimeoutError);
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false;
  return error.status === REFUSED_UNDONE || (isRepeatable && REPEATED.has(error.status));
}

/**
 * Returns the wait before the next attempt, in milliseconds: full jitter, and never less than `Retry-After`.
 * @param failures attempts that have failed, from 1
 */
export function waitBefore(error: unknown, failures: number, random: () => number = Math.random): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  const doubled = BASE_MS * 2 ** (failures - 1);
  if (asked !== null) return asked + random() * Math.min(SPREAD_MS, doubled);
  return random() * Math.min(MOST_MS, doubled);
}

/** Returns the wait that a `Retry-After` asks for, given in seconds or as an HTTP date; null for none. */
export function readRetryAfter(header: string | null, nowMs: number = Date.now()): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - nowMs : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Waits. @throws the signal's reason as soon as it is aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
